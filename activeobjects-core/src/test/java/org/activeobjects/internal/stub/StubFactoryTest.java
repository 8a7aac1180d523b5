package org.activeobjects.internal.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.StubObject;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.StubMethod;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

class StubFactoryTest {

    /** Runs each call on a target and writes it down. */
    private static final class Recorder implements CallHandler {
        private final Object target;
        private final List<String> calls = new ArrayList<>();

        Recorder(Object target) {
            this.target = target;
        }

        @Override
        public Object call(StubMethod method, Object[] arguments) throws Throwable {
            calls.add(method.name() + Arrays.deepToString(arguments));
            return method.invoke(target, arguments);
        }
    }

    static class Shapes {
        private final int[] mutable;

        Shapes(int first) {
            if (first == 0) {
                throw new IllegalStateException("the constructor ran");
            }
            this.mutable = new int[] {first};
        }

        public long all(
                boolean a, byte b, char c, short d, int e, long f, float g, double h, Object i) {
            return (a ? 1 : 0) + b + c + d + e + f + (long) g + (long) h + mutable[0];
        }

        public boolean aBoolean() {
            return true;
        }

        public byte aByte() {
            return 2;
        }

        public char aChar() {
            return 'c';
        }

        public short aShort() {
            return 4;
        }

        public float aFloat() {
            return 5.5f;
        }

        public double aDouble() {
            return 6.5;
        }

        public int[] anArray(int... more) {
            return more;
        }

        protected String isProtected() {
            return "protected";
        }

        String isPackagePrivate() {
            return "package";
        }

        public synchronized void nothing() {
            mutable[0]++;
        }

        static String isStatic() {
            return "static";
        }
    }

    @Test
    void handsEveryPrimitiveTypeThrough() {
        Recorder recorder = new Recorder(new Shapes(7));
        Shapes stub = StubFactory.create(Shapes.class, recorder);

        long sum = stub.all(true, (byte) 1, (char) 2, (short) 3, 4, 5L, 6f, 7d, "x");

        assertThat(sum).isEqualTo(1 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 7);
        assertThat(stub.aBoolean()).isTrue();
        assertThat(stub.aByte()).isEqualTo((byte) 2);
        assertThat(stub.aChar()).isEqualTo('c');
        assertThat(stub.aShort()).isEqualTo((short) 4);
        assertThat(stub.aFloat()).isEqualTo(5.5f);
        assertThat(stub.aDouble()).isEqualTo(6.5);
        assertThat(stub.anArray(1, 2, 3)).containsExactly(1, 2, 3);
        stub.nothing();
        assertThat(recorder.calls).hasSize(9);
        assertThat(recorder.calls.getFirst()).startsWith("all[true, 1,").endsWith(", x]");
        assertThat(recorder.calls.getLast()).isEqualTo("nothing[]");
    }

    @Test
    void interceptsProtectedAndPackagePrivateMethods() {
        Recorder recorder = new Recorder(new Shapes(1));
        Shapes stub = StubFactory.create(Shapes.class, recorder);

        assertThat(stub.isProtected()).isEqualTo("protected");
        assertThat(stub.isPackagePrivate()).isEqualTo("package");
        assertThat(recorder.calls).containsExactly("isProtected[]", "isPackagePrivate[]");
    }

    @Test
    void runsNoConstructorAndMarksTheStub() {
        Recorder recorder = new Recorder("target");
        Shapes stub = StubFactory.create(Shapes.class, recorder);

        assertThat(stub).isInstanceOf(StubObject.class).isInstanceOf(Shapes.class);
        assertThat(StubFactory.handlerOf(stub)).isSameAs(recorder);
        assertThat(StubFactory.handlerOf("no stub")).isNull();
        assertThat(StubFactory.handlerOf(null)).isNull();
        assertThat(stub.mutable).isNull();
    }

    @Test
    void passesTheMethodsOfObjectToTheHandler() {
        Recorder recorder = new Recorder("target");
        Object stub = StubFactory.create(Object.class, recorder);

        assertThat(stub.toString()).isEqualTo("target");
        assertThat(stub.hashCode()).isEqualTo("target".hashCode());
        assertThat(stub.equals("target")).isTrue();
        assertThat(recorder.calls).containsExactly("toString[]", "hashCode[]", "equals[target]");
    }

    interface Greeter {
        String greet(String name);

        default String greetAll(List<String> names) {
            return "default";
        }
    }

    static final class Polite implements Greeter {
        @Override
        public String greet(String name) {
            return "dear " + name;
        }
    }

    @Test
    void interceptsDefaultMethodsOfInterfaces() {
        Recorder recorder = new Recorder(new Polite());
        Greeter stub = StubFactory.create(Greeter.class, recorder);

        assertThat(stub.greet("reader")).isEqualTo("dear reader");
        assertThat(stub.greetAll(List.of("a"))).isEqualTo("default");
        assertThat(recorder.calls).containsExactly("greet[reader]", "greetAll[[a]]");
    }

    abstract static class Half implements Greeter, Supplier<String> {
        abstract Number size();
    }

    static class Whole extends Half {
        @Override
        Integer size() {
            return 3;
        }

        @Override
        public String greet(String name) {
            return name;
        }

        @Override
        public String get() {
            return "got";
        }
    }

    @Test
    void interceptsACovariantMethodOnceThroughItsBridge() {
        Recorder recorder = new Recorder(new Whole());
        Whole stub = StubFactory.create(Whole.class, recorder);
        Half half = stub;
        Supplier<String> supplier = stub;

        assertThat(half.size()).isEqualTo(3);
        assertThat(supplier.get()).isEqualTo("got");
        assertThat(recorder.calls).containsExactly("size[]", "get[]");
    }

    @Test
    void implementsWhatAnAbstractClassLeavesOpen() {
        Recorder recorder = new Recorder(new Whole());
        Half stub = StubFactory.create(Half.class, recorder);

        assertThat(stub.greet("x")).isEqualTo("x");
        assertThat(stub.size()).isEqualTo(3);
        assertThat(stub.get()).isEqualTo("got");
        assertThat(recorder.calls).containsExactly("greet[x]", "size[]", "get[]");
    }

    @Test
    void standsInForCollectionsOfTheJdk() {
        Recorder recorder = new Recorder(new ArrayList<>(List.of("a", "b")));
        ArrayList<?> stub = StubFactory.create(ArrayList.class, recorder);
        List<Object> copy = new ArrayList<>(stub);

        assertThat(copy).containsExactly("a", "b");
        assertThat(StubFactory.create(Map.class, new Recorder(Map.of(1, 2))).get(1)).isEqualTo(2);
    }

    static class Failing {
        public void declared() throws IOException {}

        public void undeclared() {}
    }

    @Test
    void letsDeclaredAndUncheckedExceptionsPass() {
        IOException io = new IOException("disk");
        Failing stub = StubFactory.create(Failing.class, (m, a) -> fail(io));

        assertThatThrownBy(stub::declared).isSameAs(io);
        assertThatThrownBy(stub::undeclared)
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("Failing.undeclared()")
                .hasCause(io);
        IllegalStateException unchecked = new IllegalStateException();
        Failing other = StubFactory.create(Failing.class, (m, a) -> fail(unchecked));
        assertThatThrownBy(other::undeclared).isSameAs(unchecked);
    }

    @Test
    void refusesAMethodWithMoreParametersThanAMethodHandleTakes() {
        StubFactory.checkActive(Many.MOST);
        assertThatThrownBy(() -> StubFactory.checkActive(Many.TOO_MANY))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("many(")
                .hasMessageContaining("more than 253 parameters");
    }

    /** Defined once in a JVM, however often the test runs in it. */
    private static final class Many {
        static final Class<?> MOST = withManyParameters(253);
        static final Class<?> TOO_MANY = withManyParameters(254);
    }

    /** Has a method whose parameters are a long and ints, as many as count for so many. */
    private static Class<?> withManyParameters(int slots) {
        List<ClassDesc> parameters = new ArrayList<>(List.of(ConstantDescs.CD_long));
        parameters.addAll(Collections.nCopies(slots - 2, ConstantDescs.CD_int));
        MethodTypeDesc many = MethodTypeDesc.of(ConstantDescs.CD_void, parameters);
        ClassDesc name = ClassDesc.of(StubFactoryTest.class.getPackageName(), "Many" + slots);
        byte[] bytes =
                ClassFile.of()
                        .build(
                                name,
                                type ->
                                        type.withFlags(ClassFile.ACC_PUBLIC)
                                                .withMethodBody(
                                                        "many",
                                                        many,
                                                        ClassFile.ACC_PUBLIC,
                                                        code -> code.return_()));
        try {
            return MethodHandles.lookup().defineClass(bytes);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object fail(Throwable thrown) throws Throwable {
        throw thrown;
    }

    @SuppressWarnings({"removal", "deprecation", "Finalize"})
    static class WithFinalizer {
        boolean finalized;

        @Override
        protected void finalize() {
            finalized = true;
        }
    }

    @Test
    void keepsAFinalizerOfTheClassFromRunningOnAStub() {
        Recorder recorder = new Recorder(null);
        WithFinalizer stub = StubFactory.create(WithFinalizer.class, recorder);

        stub.finalize();

        assertThat(stub.finalized).isFalse();
        assertThat(recorder.calls).isEmpty();
    }

    /** As on the module path, where nothing asks for the module of that class. */
    @Test
    void whereTheJvmLacksWhatStubsNeedItIsToldWhatToStartItWith() {
        String own = BareConstructor.class.getName();
        ClassLoader lacking =
                new ClassLoader(BareConstructor.class.getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve)
                            throws ClassNotFoundException {
                        if (name.equals("sun.reflect.ReflectionFactory")) {
                            throw new ClassNotFoundException(name);
                        }
                        return name.equals(own) ? own() : super.loadClass(name, resolve);
                    }

                    private Class<?> own() throws ClassNotFoundException {
                        String file = own.replace('.', '/') + ".class";
                        try (InputStream in = getResourceAsStream(file)) {
                            byte[] bytes = in.readAllBytes();
                            return defineClass(own, bytes, 0, bytes.length);
                        } catch (IOException e) {
                            throw new ClassNotFoundException(own, e);
                        }
                    }
                };

        assertThatThrownBy(() -> Class.forName(own, true, lacking))
                .isInstanceOf(ExceptionInInitializerError.class)
                .hasMessageContaining("--add-modules jdk.unsupported");
    }
}
