package org.activeobjects.internal.stub.bytecode;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds default arguments, as Kotlin has them, for which fields of the object are read.
 *
 * <p>They are computed by a static method of the class, before the call and at the caller: of a
 * stub it would read fields that were never set.
 */
public final class DefaultArguments {

    /** How the names of these static methods end. */
    static final String SUFFIX = "$default";

    private DefaultArguments() {}

    /**
     * Finds the methods that have such arguments.
     *
     * @param type a class of the user's
     * @return each with the name of a field that is read, ordered by signature
     */
    public static Map<Method, String> of(Class<?> type) {
        Map<Method, String> found = new TreeMap<>(Comparator.comparing(ClassFiles::signatureOf));
        ClassModel parsed = null;
        for (Method method : type.getDeclaredMethods()) {
            if (method.isSynthetic()
                    && Modifier.isStatic(method.getModifiers())
                    && method.getName().endsWith(SUFFIX)) {
                parsed = parsed == null ? ClassFiles.parse(type) : parsed;
                String field = parsed == null ? null : fieldReadBy(parsed, method);
                if (field != null) {
                    found.put(method, field);
                }
            }
        }
        return found;
    }

    private static String fieldReadBy(ClassModel parsed, Method method) {
        String signature = ClassFiles.signatureOf(method);
        return parsed.methods().stream()
                .filter(candidate -> ClassFiles.signatureOf(candidate).equals(signature))
                .flatMap(candidate -> candidate.code().stream())
                .flatMap(CodeModel::elementStream)
                .filter(FieldInstruction.class::isInstance)
                .map(FieldInstruction.class::cast)
                .filter(access -> access.opcode() == Opcode.GETFIELD)
                .filter(access -> access.owner().equals(parsed.thisClass()))
                .map(access -> access.name().stringValue())
                .findFirst()
                .orElse(null);
    }
}
