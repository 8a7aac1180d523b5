package org.activeobjects.deployment.migration;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;

/** What a type of ours has that a program may name. */
final class Members {

    private Members() {}

    /** Whether a type has a method, a field or a nested type of a name, also by inheritance. */
    static boolean has(Class<?> type, String name) {
        if (name.equals("class") || name.equals("this") || name.equals("super")) {
            return true;
        }
        return Stream.of(type.getMethods(), type.getFields())
                        .flatMap(Arrays::stream)
                        .anyMatch(member -> member.getName().equals(name))
                || Arrays.stream(type.getClasses())
                        .anyMatch(nested -> nested.getSimpleName().equals(name))
                || hasProtected(type, name);
    }

    private static boolean hasProtected(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (Stream.<Member[]>of(at.getDeclaredMethods(), at.getDeclaredFields())
                    .flatMap(Arrays::stream)
                    .anyMatch(
                            member ->
                                    Modifier.isProtected(member.getModifiers())
                                            && member.getName().equals(name))) {
                return true;
            }
        }
        return false;
    }
}
