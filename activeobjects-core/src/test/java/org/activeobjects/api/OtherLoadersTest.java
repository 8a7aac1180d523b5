package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.List;

/** Classes that another loader has than the library, so that they are of another module. */
@Timeout(60)
class OtherLoadersTest {

    private final NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void makeDefault() {
        runtime.makeDefault();
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    /** A class of a program that was loaded later. */
    public static class Guest {
        private int noted;

        /** One-way, with arguments that are packed. */
        public void note(int value) {
            noted = value;
        }

        public Luggage luggage() {
            return new Luggage(noted);
        }

        IntWrapper hidden() {
            return new IntWrapper(-noted);
        }
    }

    /** What can be stood in for, in the same package. */
    public static class Luggage {
        private final int weight;

        public Luggage(int weight) {
            this.weight = weight;
        }

        public int weight() {
            return weight;
        }
    }

    /** Has guests of its own. */
    private static final class Later extends ClassLoader {

        Later(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(OtherLoadersTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }

        private Class<?> define(String name) {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Object call(Object stub, String method, Object... arguments) throws Exception {
        for (Method one : stub.getClass().getSuperclass().getDeclaredMethods()) {
            if (one.getName().equals(method)) {
                one.setAccessible(true);
                return one.invoke(stub, arguments);
            }
        }
        throw new NoSuchMethodException(method);
    }

    @Test
    void areActiveAsAnyOthers() throws Exception {
        ClassLoader own = OtherLoadersTest.class.getClassLoader();
        ClassLoader parent = new Later(own);
        for (ClassLoader loader : List.of(parent, new Later(own), new Later(parent))) {
            Class<?> type = loader.loadClass(Guest.class.getName());
            assertThat(type).isNotEqualTo(Guest.class);

            Object guest = PAActiveObject.newActive(type);
            var _ = call(guest, "note", 3);

            Object luggage = call(guest, "luggage");
            assertThat(luggage.getClass().getSuperclass())
                    .isEqualTo(loader.loadClass(Luggage.class.getName()));
            assertThat(call(luggage, "weight")).isEqualTo(3);
            assertThat(((IntWrapper) call(guest, "hidden")).getIntValue()).isEqualTo(-3);
        }
    }
}
