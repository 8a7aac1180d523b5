package org.activeobjects.internal.stub.bytecode;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Finds private methods of a class that its neighbours in the same source file call.
 *
 * <p>Java lets classes of one nest call each other's private methods, and on a stub such a call
 * would run in the stub: nothing can intercept it. Compilers of Kotlin, and those of Java for JVMs
 * before 11, make a static method for such calls, {@code access$name}. What Kotlin computes a
 * default argument with is one too, {@code name$default}.
 */
public final class PrivateCalls {

    private PrivateCalls() {}

    /**
     * Finds the private methods that others call.
     *
     * @param type a class of the user's
     * @return each with the name of what calls it, ordered by signature
     */
    public static Map<Method, String> of(Class<?> type) {
        Map<String, Method> privates = new LinkedHashMap<>();
        boolean hasAccessors = false;
        for (Method method : type.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            hasAccessors |= isForOthers(modifiers, method.getName());
            if (Modifier.isPrivate(modifiers)
                    && !Modifier.isStatic(modifiers)
                    && !method.isSynthetic()) {
                privates.put(ClassFiles.signatureOf(method), method);
            }
        }
        Map<Method, String> called = new TreeMap<>(Comparator.comparing(ClassFiles::signatureOf));
        if (!privates.isEmpty()) {
            for (Class<?> neighbour : type.getNestMembers()) {
                if (neighbour != type || hasAccessors) {
                    addCallsFrom(neighbour, type, privates, called);
                }
            }
        }
        return called;
    }

    private static void addCallsFrom(
            Class<?> caller,
            Class<?> type,
            Map<String, Method> privates,
            Map<Method, String> called) {
        ClassModel parsed = ClassFiles.parse(caller);
        if (parsed == null) {
            return;
        }
        for (MethodModel method : parsed.methods()) {
            String name = method.methodName().stringValue();
            if (caller != type || isForOthers(method.flags().flagsMask(), name)) {
                String end = caller == type ? "." + name : "";
                for (Method found : callsIn(method, ClassFiles.internalNameOf(type), privates)) {
                    called.putIfAbsent(found, caller.getTypeName() + end);
                }
            }
        }
    }

    /** What compilers add to a class for code outside of it. */
    private static boolean isForOthers(int flags, String name) {
        int added = ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
        return (flags & added) == added
                && (name.startsWith("access$") || name.endsWith(DefaultArguments.SUFFIX));
    }

    private static List<Method> callsIn(
            MethodModel method, String owner, Map<String, Method> privates) {
        return method.code().stream()
                .flatMap(CodeModel::elementStream)
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .filter(call -> call.owner().asInternalName().equals(owner))
                .map(call -> privates.get(call.name().stringValue() + call.type().stringValue()))
                .filter(Objects::nonNull)
                .toList();
    }
}
