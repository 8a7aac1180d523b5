package org.activeobjects.internal.stub.bytecode;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds bridges of a class that call the method they lead to as any caller would, so that who
 * overrides that method has the calls of the bridge, too.
 *
 * <p>Others call a method of a superclass past all that overrides it: those that make a method of a
 * class visible that is not, and those to a method that is inherited.
 */
public final class Bridges {

    private Bridges() {}

    /**
     * Finds the bridges whose calls can be overridden where they lead to.
     *
     * @param type any class or interface
     * @return their signatures, as {@link ClassFiles#signatureOf} gives them; none if the loader of
     *     the class does not show its class file
     */
    public static Set<String> overridableOf(Class<?> type) {
        Set<String> found = new HashSet<>();
        ClassModel parsed = ClassFiles.parse(type);
        if (parsed != null) {
            for (MethodModel method : parsed.methods()) {
                if (isBridge(method) && callsItsTarget(method)) {
                    found.add(ClassFiles.signatureOf(method));
                }
            }
        }
        return found;
    }

    private static boolean isBridge(MethodModel method) {
        return (method.flags().flagsMask() & ClassFile.ACC_BRIDGE) != 0;
    }

    private static boolean callsItsTarget(MethodModel bridge) {
        return bridge.code().stream()
                .flatMap(CodeModel::elementStream)
                .anyMatch(element -> isCallOf(bridge.methodName(), element));
    }

    private static boolean isCallOf(Utf8Entry name, CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.name().equals(name)
                && (call.opcode() == Opcode.INVOKEVIRTUAL
                        || call.opcode() == Opcode.INVOKEINTERFACE);
    }
}
