package org.activeobjects.internal.stub.bytecode;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds private methods of a class that its neighbours in the same source file call.
 *
 * <p>Java lets classes of one nest call each other's private methods, and on a stub such a call
 * would run in the stub: nothing can intercept it.
 */
public final class PrivateCalls {

    private PrivateCalls() {}

    /**
     * Finds the private methods that others call.
     *
     * @param type a class of the user's
     * @return each with the name of a class that calls it, ordered by signature
     */
    public static Map<Method, String> of(Class<?> type) {
        Map<String, Method> privates = new LinkedHashMap<>();
        for (Method method : type.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            if (Modifier.isPrivate(modifiers)
                    && !Modifier.isStatic(modifiers)
                    && !method.isSynthetic()) {
                privates.put(ClassFiles.signatureOf(method), method);
            }
        }
        Map<Method, String> called = new TreeMap<>(Comparator.comparing(ClassFiles::signatureOf));
        if (!privates.isEmpty()) {
            String owner = ClassFiles.internalNameOf(type);
            for (Class<?> neighbour : type.getNestMembers()) {
                if (neighbour != type) {
                    addCallsFrom(neighbour, owner, privates, called);
                }
            }
        }
        return called;
    }

    private static void addCallsFrom(
            Class<?> caller,
            String owner,
            Map<String, Method> privates,
            Map<Method, String> called) {
        ClassModel parsed = ClassFiles.parse(caller);
        if (parsed == null) {
            return;
        }
        parsed.methods().stream()
                .flatMap(method -> method.code().stream())
                .forEach(
                        code -> {
                            for (CodeElement element : code) {
                                if (element instanceof InvokeInstruction call
                                        && call.owner().asInternalName().equals(owner)) {
                                    Method method =
                                            privates.get(
                                                    call.name().stringValue()
                                                            + call.type().stringValue());
                                    if (method != null) {
                                        called.putIfAbsent(method, caller.getTypeName());
                                    }
                                }
                            }
                        });
    }
}
