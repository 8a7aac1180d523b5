package org.activeobjects.internal.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import kotlin.Metadata;
import kotlin.coroutines.Continuation;

import org.activeobjects.annotation.NoReify;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.spi.CallKind;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Classes as Kotlin's compiler makes them; the accessors are as javac makes them for JVMs before
 * 11, too.
 */
@SuppressWarnings({"unused", "MemberName", "UnusedVariable", "ClassCanBeStatic"})
class KotlinShapesTest {

    /** A companion calls {@code secret}. */
    static class Door {
        private int n;

        private int secret() {
            return n;
        }

        private int own() {
            return n;
        }

        int open() {
            return own();
        }

        static int access$secret(Door door) {
            return door.secret();
        }

        static int access$getN$p(Door door) {
            return door.n;
        }
    }

    /** The same, and its author knows. */
    @NoReify
    static class AllowedDoor {
        private int secret() {
            return 1;
        }

        static int access$secret(AllowedDoor door) {
            return door.secret();
        }
    }

    /** Has default arguments, of which one is a constant. */
    static class Counter {
        private int step = 2;
        private int n;

        private int twice() {
            return 2 * step;
        }

        void inc(int by) {
            n += by;
        }

        static void inc$default(Counter self, int by, int mask, Object none) {
            self.inc((mask & 1) != 0 ? self.step : by);
        }

        void dec(int by) {
            n -= by;
        }

        static void dec$default(Counter self, int by, int mask, Object none) {
            self.dec((mask & 1) != 0 ? self.twice() : by);
        }

        void set(int value) {
            n = value;
        }

        static void set$default(Counter self, int value, int mask, Object none) {
            self.set((mask & 1) != 0 ? 3 : value);
        }
    }

    /** Has a suspend function. */
    static class Suspending {
        Object load(int key, Continuation<String> then) {
            return "";
        }
    }

    /** Gives a {@code Result}, and any object. */
    static class Resulting {
        Object load$minus$d1pmJ48() {
            return "";
        }

        Object any() {
            return "";
        }

        IntWrapper size$minus$d1pmJ48() {
            return new IntWrapper(0);
        }
    }

    @Metadata
    static final class Closed {}

    @Metadata
    static class HalfOpen {
        final void close() {}
    }

    @Test
    void aPrivateMethodThatIsCalledThroughAnAccessorIsRefused() {
        Class<?> door = byKotlin(Door.class);

        assertThatThrownBy(() -> StubFactory.checkActive(door))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining(
                        "secret(): private, but " + Door.class.getTypeName() + ".access$secret")
                .hasMessageNotContaining("own()")
                .hasMessageNotContaining("getN");
    }

    @Test
    void unlessTheClassAllowsIt() {
        assertThatCode(() -> StubFactory.checkActive(byKotlin(AllowedDoor.class)))
                .doesNotThrowAnyException();
    }

    @Test
    void soIsADefaultArgumentThatNeedsWhatAStubHasNot() {
        Class<?> counter = byKotlin(Counter.class);

        assertThatThrownBy(() -> StubFactory.checkActive(counter))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("a default argument, computed at the caller, reads the field")
                .hasMessageContaining("inc$default")
                .hasMessageContaining("twice(): private, but")
                .hasMessageContaining("dec$default")
                .hasMessageNotContaining("set");
    }

    @Test
    void soIsASuspendFunction() {
        assertThatThrownBy(() -> StubFactory.checkActive(Suspending.class))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining(": a suspend function");
    }

    @Test
    void whatIsFinalIsToldInTheWordsOfItsAuthor() {
        assertThatThrownBy(() -> StubFactory.checkActive(Closed.class))
                .hasMessageContaining("the class is final; in Kotlin, declare it open");
        assertThatThrownBy(() -> StubFactory.checkActive(HalfOpen.class))
                .hasMessageContaining("close(): final; in Kotlin, declare it open");
    }

    @Test
    void aResultThatCallersTakeApartIsWaitedFor() {
        Map<String, CallKind> kinds =
                MethodTable.of(byKotlin(Resulting.class)).methods().stream()
                        .collect(Collectors.toMap(StubMethod::name, StubMethod::kind));

        assertThat(kinds)
                .containsEntry("load-d1pmJ48", CallKind.SYNCHRONOUS)
                .containsEntry("any", CallKind.ASYNCHRONOUS)
                .containsEntry("size-d1pmJ48", CallKind.ASYNCHRONOUS);
    }

    /** The class with the flags and names that Kotlin's compiler gives its methods. */
    private static Class<?> byKotlin(Class<?> type) {
        try {
            return new Compiled(type).loadClass(type.getName());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Compiled extends ClassLoader {

        private final Class<?> type;
        private final byte[] bytes;

        Compiled(Class<?> type) {
            super(type.getClassLoader());
            this.type = type;
            ClassModel model;
            try (InputStream file = type.getResourceAsStream("/" + fileOf(type))) {
                model = ClassFile.of().parse(file.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            bytes =
                    ClassFile.of()
                            .build(
                                    model.thisClass().asSymbol(),
                                    made -> model.forEach(element -> put(made, element)));
        }

        private static void put(ClassBuilder made, ClassElement element) {
            if (!(element instanceof MethodModel method)) {
                made.with(element);
                return;
            }
            String name = method.methodName().stringValue();
            int flags = method.flags().flagsMask();
            boolean added = (flags & ClassFile.ACC_STATIC) != 0;
            made.withMethod(
                    name.replace("$minus$", "-"),
                    method.methodTypeSymbol(),
                    added ? flags | ClassFile.ACC_SYNTHETIC : flags,
                    copy ->
                            method.forEach(
                                    part -> {
                                        if (!(part instanceof AccessFlags)) {
                                            copy.with(part);
                                        }
                                    }));
        }

        private static String fileOf(Class<?> type) {
            return type.getName().replace('.', '/') + ".class";
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.equals(type.getName())) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return name.equals(fileOf(type))
                    ? new ByteArrayInputStream(bytes)
                    : super.getResourceAsStream(name);
        }
    }
}
