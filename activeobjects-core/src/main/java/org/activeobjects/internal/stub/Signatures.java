package org.activeobjects.internal.stub;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.StringJoiner;

/** Questions about names and visibility in class files. */
final class Signatures {

    private Signatures() {}

    /** The method as its author would write it, without the names of parameters. */
    static String readable(Method method) {
        int shown = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL;
        String modifiers = Modifier.toString(method.getModifiers() & shown);
        StringJoiner parameters = new StringJoiner(", ", "(", ")");
        for (Class<?> parameter : method.getParameterTypes()) {
            parameters.add(parameter.getTypeName());
        }
        return (modifiers.isEmpty() ? "" : modifiers + " ")
                + method.getReturnType().getTypeName()
                + " "
                + method.getDeclaringClass().getTypeName()
                + "."
                + method.getName()
                + parameters;
    }

    static boolean samePackage(Class<?> one, Class<?> other) {
        return one.getClassLoader() == other.getClassLoader()
                && one.getPackageName().equals(other.getPackageName());
    }

    /** A protected nested class is public in its class file; so is what counts here. */
    static boolean isVisible(Class<?> type, Class<?> from) {
        return type.isPrimitive()
                || Modifier.isPublic(type.getModifiers())
                || Modifier.isProtected(type.getModifiers())
                || samePackage(type, from);
    }
}
