package org.activeobjects.transport.posix;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The function table of the Java Native Interface, found through the invocation interface, which
 * the JVM's library exports: so that a native method of Java can be one of the JVM's own functions,
 * without a library in C.
 *
 * <p>Here all functions take and return 64 bits: pointers, references and numbers alike. A local
 * reference lasts only until the next native method returns; so whatever makes one is joined to
 * {@code NewGlobalRef} in one handle, of which the first result is not used: to link its calls,
 * too, native methods are called.
 *
 * <p><b>Threading:</b> one thread, from the beginning to the end of the setup.
 *
 * <p><b>Source:</b> Java Native Interface Specification, chapters 4 and 5.
 */
final class JniFunctions {

    static final int GET_PRIMITIVE_ARRAY_CRITICAL = 222;
    static final int RELEASE_PRIMITIVE_ARRAY_CRITICAL = 223;

    private static final int FIND_CLASS = 6;
    private static final int NEW_GLOBAL_REF = 21;
    private static final int GET_METHOD_ID = 33;
    private static final int CALL_OBJECT_METHOD_A = 36;
    private static final int GET_STATIC_METHOD_ID = 113;
    private static final int CALL_STATIC_OBJECT_METHOD_A = 116;
    private static final int NEW_STRING_UTF = 167;
    private static final int REGISTER_NATIVES = 215;
    private static final int FUNCTIONS = 229;

    /** In the table of the invocation interface. */
    private static final int GET_ENV = 6;

    private static final int VERSION_1_8 = 0x00010008;
    private static final String OBJECT_OF_OBJECT = "(Ljava/lang/Object;)Ljava/lang/Object;";
    private static final AddressLayout POINTER =
            ValueLayout.ADDRESS.withTargetLayout(
                    MemoryLayout.sequenceLayout(FUNCTIONS, ValueLayout.JAVA_LONG));

    private final Linker linker = Linker.nativeLinker();
    private final Arena arena;
    private final long env;
    private final MemorySegment table;
    private final MethodHandle newGlobalRef;

    /**
     * Finds the table.
     *
     * @param arena what holds the names that are passed, as long as the setup takes
     * @throws IllegalStateException if this JVM has none that can be found
     */
    JniFunctions(Arena arena) throws Throwable {
        this.arena = arena;
        this.env = environment();
        this.table = tableAt(env);
        this.newGlobalRef = function(NEW_GLOBAL_REF, 2);
    }

    private long environment() throws Throwable {
        Path library = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
        MemorySegment symbol =
                SymbolLookup.libraryLookup(library, Arena.global())
                        .find("JNI_GetCreatedJavaVMs")
                        .orElseThrow(() -> new IllegalStateException("no JVM in " + library));
        FunctionDescriptor created =
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS);
        MemorySegment found = arena.allocate(ValueLayout.JAVA_LONG);
        MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
        int code = (int) linker.downcallHandle(symbol, created).invokeExact(found, 1, count);
        requireZero(code, "JNI_GetCreatedJavaVMs");
        long vm = found.get(ValueLayout.JAVA_LONG, 0);
        MethodHandle getEnv =
                linker.downcallHandle(
                        MemorySegment.ofAddress(
                                tableAt(vm).getAtIndex(ValueLayout.JAVA_LONG, GET_ENV)),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT));
        code = (int) getEnv.invokeExact(vm, found, VERSION_1_8);
        requireZero(code, "GetEnv");
        return found.get(ValueLayout.JAVA_LONG, 0);
    }

    /** The table to which the first word of an object of the interface points. */
    private MemorySegment tableAt(long object) {
        MemorySegment pointer = arena.allocate(ValueLayout.JAVA_LONG);
        pointer.set(ValueLayout.JAVA_LONG, 0, object);
        return pointer.get(POINTER, 0).get(POINTER, 0);
    }

    private static void requireZero(int code, String function) {
        if (code != 0) {
            throw new IllegalStateException(function + " failed: code=" + code);
        }
    }

    /**
     * A function of the table.
     *
     * @param index its number there
     * @param parameters how many it has, with the environment
     * @return a handle that takes and returns 64 bits each
     */
    MethodHandle function(int index, int parameters) {
        MemoryLayout[] words = new MemoryLayout[parameters];
        Arrays.fill(words, ValueLayout.JAVA_LONG);
        return linker.downcallHandle(
                MemorySegment.ofAddress(table.getAtIndex(ValueLayout.JAVA_LONG, index)),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, words));
    }

    /** As {@link #function}, but its local reference is made a global one before it is seen. */
    private MethodHandle referring(int index, int parameters) {
        MethodHandle function = function(index, parameters);
        MethodHandle joined = MethodHandles.collectArguments(newGlobalRef, 1, function);
        int[] order = new int[parameters + 1];
        for (int i = 0; i < parameters; i++) {
            order[i + 1] = i;
        }
        return MethodHandles.permuteArguments(joined, function.type(), order);
    }

    private long text(String text) {
        return arena.allocateFrom(text).address();
    }

    /**
     * A global reference to a class, which lives as long as the JVM. The interface finds the class
     * among the system properties, where it lies for a moment: it looks for classes by name with
     * the loader of the JDK only.
     *
     * @param type any class, of whichever loader
     * @return the reference
     */
    long refer(Class<?> type) throws Throwable {
        MethodHandle staticMethod = function(GET_STATIC_METHOD_ID, 4);
        MethodHandle method = function(GET_METHOD_ID, 4);
        long system = named(FIND_CLASS, "java/lang/System");
        long map = named(FIND_CLASS, "java/util/Properties");
        long key = named(NEW_STRING_UTF, type.getName());
        long getProperties =
                (long)
                        staticMethod.invokeExact(
                                env,
                                system,
                                text("getProperties"),
                                text("()Ljava/util/Properties;"));
        long get = (long) method.invokeExact(env, map, text("get"), text(OBJECT_OF_OBJECT));
        long properties = called(CALL_STATIC_OBJECT_METHOD_A, system, getProperties, 0);
        MemorySegment arguments = arena.allocate(ValueLayout.JAVA_LONG);
        arguments.set(ValueLayout.JAVA_LONG, 0, key);
        System.getProperties().put(type.getName(), type);
        try {
            return called(CALL_OBJECT_METHOD_A, properties, get, arguments.address());
        } finally {
            System.getProperties().remove(type.getName());
        }
    }

    /** What a function makes of a name. */
    private long named(int index, String name) throws Throwable {
        MethodHandle function = referring(index, 2);
        long linked = (long) function.invokeExact(env, text(name));
        return linked == 0 ? 0 : (long) function.invokeExact(env, text(name));
    }

    /** What a method of Java returns. */
    private long called(int index, long object, long method, long arguments) throws Throwable {
        MethodHandle function = referring(index, 4);
        long linked = (long) function.invokeExact(env, object, method, arguments);
        return linked == 0 ? 0 : (long) function.invokeExact(env, object, method, arguments);
    }

    /**
     * Makes a function the body of a static native method.
     *
     * @param type reference to the class, from {@link #refer}
     * @param name the method
     * @param descriptor its types
     * @param body takes the environment, the class, and the parameters as the interface passes them
     */
    void bind(long type, String name, String descriptor, MethodHandle body) throws Throwable {
        MemoryLayout[] words = new MemoryLayout[body.type().parameterCount()];
        Arrays.fill(words, ValueLayout.JAVA_LONG);
        FunctionDescriptor signature =
                body.type().returnType() == void.class
                        ? FunctionDescriptor.ofVoid(words)
                        : FunctionDescriptor.of(ValueLayout.JAVA_LONG, words);
        MemorySegment stub = linker.upcallStub(body, signature, Arena.global());
        MemorySegment binding = arena.allocate(3 * ValueLayout.JAVA_LONG.byteSize());
        binding.setAtIndex(ValueLayout.JAVA_LONG, 0, text(name));
        binding.setAtIndex(ValueLayout.JAVA_LONG, 1, text(descriptor));
        binding.setAtIndex(ValueLayout.JAVA_LONG, 2, stub.address());
        MethodHandle register = function(REGISTER_NATIVES, 4);
        long code = (long) register.invokeExact(env, type, binding.address(), 1L);
        requireZero((int) code, "RegisterNatives of " + name);
    }

    /** The type of a body that returns 64 bits and takes as many words. */
    static MethodType words(int count) {
        MethodType type = MethodType.methodType(long.class);
        for (int i = 0; i < count; i++) {
            type = type.appendParameterTypes(long.class);
        }
        return type;
    }
}
