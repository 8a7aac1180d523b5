package org.activeobjects.internal.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.annotation.NoReify;
import org.activeobjects.error.ClassNotReifiableException;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Which static methods keep a class from having active objects. */
@SuppressWarnings({"unused", "NonFinalStaticField", "MethodCanBeStatic"})
class StaticMethodsTest {

    static class Above {
        static int shared;

        protected static void reset() {
            shared = 0;
        }
    }

    static class Trap extends Above {
        private static int count;
        private static String name = "first";
        public static volatile boolean open;

        public static void set(int value) {
            count = value;
        }

        public static int get() {
            return count;
        }

        static int byLambda() {
            IntSupplier supplier = () -> count++;
            return supplier.getAsInt();
        }

        public static int byHelper() {
            return helper(3);
        }

        private static int helper(int depth) {
            return depth == 0 ? count++ : helper(depth - 1);
        }

        public static boolean isOpen() {
            return open;
        }

        public static int inherited() {
            return shared;
        }

        public void rename(String other) {
            name = other;
        }

        public static String name() {
            return name;
        }
    }

    @Test
    void aRefusalNamesEveryStaticMethodThatWorksOnStaticFields() {
        String above = Above.class.getTypeName();
        String trap = Trap.class.getTypeName();
        String why = "(): static, so it runs in the JVM of its caller, and ";

        assertThatThrownBy(() -> StubFactory.checkActive(Trap.class))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining(
                        "class="
                                + trap
                                + ("\n  public static int " + trap + ".byHelper" + why)
                                + "sets count there"
                                + ("\n  static int " + trap + ".byLambda" + why)
                                + "sets count there"
                                + ("\n  public static int " + trap + ".get" + why)
                                + "reads count there"
                                + ("\n  public static int " + trap + ".inherited" + why)
                                + "reads shared there"
                                + ("\n  public static boolean " + trap + ".isOpen" + why)
                                + "reads open there"
                                + ("\n  public static java.lang.String " + trap + ".name" + why)
                                + "reads name there"
                                + ("\n  public static void " + trap + ".set")
                                + "(int): static, so it runs in the JVM of its caller, and"
                                + " sets count there"
                                + ("\n  protected static void " + above + ".reset" + why)
                                + "sets shared there"
                                + "\nremove what is in the way, ");
    }

    static class Mixed {
        static int count;

        static void reset() {
            count = 0;
        }

        final void stays() {}
    }

    @Test
    void theyAreListedWithWhatElseIsInTheWay() {
        assertThatThrownBy(() -> StubFactory.checkActive(Mixed.class))
                .hasMessageContaining(".stays(): final\n  static void ")
                .hasMessageContaining(".reset(): static, so it runs");
    }

    static class Fine {
        private static final AtomicInteger MADE = new AtomicInteger();
        private static final int LIMIT = Integer.getInteger("none", 7);
        private static List<String> words = List.of("set", "by", "the", "initializer", "alone");
        private static int created;
        private int own;

        Fine() {
            created++;
        }

        public static void main(String[] arguments) {
            created = 0;
        }

        static Fine create() {
            MADE.incrementAndGet();
            assert LIMIT > 0;
            return new Fine();
        }

        static int sum(int... numbers) {
            return IntStream.of(numbers).map(n -> n * LIMIT).sum();
        }

        static String word(int i) {
            return words.get(i);
        }

        private static int created() {
            return created;
        }

        int count() {
            return own + created();
        }
    }

    @Test
    void factoriesHelpersConstantsAndProgramsAreInNobodysWay() {
        assertThatCode(() -> StubFactory.checkActive(Fine.class)).doesNotThrowAnyException();
    }

    static class Allowed {
        private static int count;

        @NoReify
        public static int next() {
            return count++;
        }

        public static int twice() {
            return next() + next();
        }
    }

    @NoReify
    static class AllAllowed {
        private static int count;

        public static int next() {
            return count++;
        }
    }

    static class BelowAllowed extends AllAllowed {
        public static int two() {
            return next();
        }
    }

    @Test
    void theAnnotationAllowsThem() {
        for (Class<?> type : List.of(Allowed.class, AllAllowed.class, BelowAllowed.class)) {
            assertThatCode(() -> StubFactory.checkActive(type)).doesNotThrowAnyException();
        }
    }

    @Test
    void aResultOfSuchAClassIsAFutureAllTheSame() {
        assertThat(StubFactory.canStandInFor(Trap.class)).isTrue();
        assertThat(StubFactory.create(Trap.class, (method, arguments) -> null)).isNotNull();
    }
}
