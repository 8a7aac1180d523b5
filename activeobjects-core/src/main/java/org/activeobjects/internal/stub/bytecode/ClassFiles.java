package org.activeobjects.internal.stub.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** Class files of classes that are loaded, and how they name methods. */
public final class ClassFiles {

    private ClassFiles() {}

    /**
     * Name and descriptor, which tell the methods of a class apart in the JVM.
     *
     * @param method any method
     * @return for example {@code add(II)I}
     */
    public static String signatureOf(Method method) {
        return method.getName()
                + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .toMethodDescriptorString();
    }

    /** The same of a method in a class file. */
    static String signatureOf(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    static String internalNameOf(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** The class file; null if its loader does not show it. */
    static ClassModel parse(Class<?> type) {
        String name = "/" + internalNameOf(type) + ".class";
        try (InputStream bytes = type.getResourceAsStream(name)) {
            return bytes == null ? null : ClassFile.of().parse(bytes.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("class file cannot be read: class=" + name, e);
        }
    }
}
