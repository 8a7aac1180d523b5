package org.activeobjects.deployment.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

class UserProgramTest {

    static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            try {
                throw new IllegalArgumentException("inner");
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException("outer", e);
            }
        }
    }

    /** Throws what throws in turn when it is asked. */
    static final class Defiant {
        private Defiant() {}

        public static void main(String[] args) {
            throw new Odd();
        }
    }

    private static final class Odd extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("on purpose");
        }
    }

    static final class Unready {
        static final int NUMBER = Integer.parseInt("none");

        private Unready() {}

        public static void main(String[] args) {}
    }

    static final class Counting {
        private Counting() {}

        public static int main(String[] args) {
            return 3;
        }
    }

    abstract static class Abstract {
        void main() {}
    }

    static class Particular {
        final int number;

        Particular(int number) {
            this.number = number;
        }

        void main() {}
    }

    /** Has the trace of an OutOfMemoryError: with the frames by which reflection calls. */
    static class WithHiddenFrames {
        static void main() {
            OutOfMemoryError error = new OutOfMemoryError("Java heap space");
            List<StackTraceElement> trace = new ArrayList<>(List.of(error.getStackTrace()));
            trace.add(
                    1,
                    new StackTraceElement(
                            "java.lang.invoke.LambdaForm$DMH/0x80000006e",
                            "invokeStatic",
                            "LambdaForm$DMH",
                            -1));
            error.setStackTrace(trace.toArray(new StackTraceElement[0]));
            throw error;
        }
    }

    static class Instance {
        void main() {
            throw new UnsupportedOperationException("called");
        }
    }

    @Test
    void tracesOfCausesEndAtMainToo() {
        Throwable thrown = run(Failing.class);

        assertThat(lastClass(thrown)).isEqualTo(Failing.class.getName());
        assertThat(lastClass(thrown.getCause())).isEqualTo(Failing.class.getName());
    }

    @Test
    void whatTheJvmHidesBelowMainButForItsOwnErrorsIsCutToo() {
        Throwable thrown = run(WithHiddenFrames.class);

        assertThat(thrown.getStackTrace())
                .extracting(StackTraceElement::getMethodName)
                .containsExactly("main");
    }

    @Test
    void aClassThatCannotBeInitializedIsShownWithoutWhoCalledIt() {
        Throwable thrown = run(Unready.class);

        assertThat(thrown).isInstanceOf(ExceptionInInitializerError.class);
        assertThat(thrown.getStackTrace()).isEmpty();
        assertThat(lastClass(thrown.getCause())).isEqualTo(Unready.class.getName());
    }

    @Test
    void whatThrowsWhenItIsAskedIsThrownAllTheSame() {
        assertThat(run(Defiant.class)).isInstanceOf(Odd.class);
    }

    @Test
    void anInstanceMainIsCalled() {
        assertThat(run(Instance.class)).hasMessage("called");
    }

    @Test
    void aMainThatReturnsSomethingIsNoneAsForJava() {
        assertThatThrownBy(() -> UserProgram.of(Counting.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the class has no main method: class=");
    }

    @ParameterizedTest
    @ValueSource(classes = {Abstract.class, Particular.class})
    void aMainThatNeedsAnObjectThatCannotBeMadeIsRefused(Class<?> type) {
        assertThatThrownBy(() -> UserProgram.of(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no object can be made to call it on: class=")
                .hasMessageContaining(type.getName())
                .hasMessageContaining("make the method static");
    }

    @Test
    void aClassThatIsThereButCannotBeLoadedIsNotSaidToBeMissing() throws IOException {
        String name = UserProgramTest.class.getSimpleName();
        URL folder = UserProgramTest.class.getResource(".");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder}, null)) {
            assertThatThrownBy(() -> UserProgram.find(name, loader))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("main class cannot be loaded: class=" + name)
                    .hasMessageContaining("wrong name")
                    .hasMessageContaining("give the full name of the class");
        }
    }

    private static Throwable run(Class<?> type) {
        return catchThrowable(() -> UserProgram.of(type).run(new String[0]));
    }

    private static String lastClass(Throwable thrown) {
        return List.of(thrown.getStackTrace()).getLast().getClassName();
    }
}
