package org.activeobjects.internal.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.annotation.Borrowed;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.wrapper.DoubleWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where parameters may borrow, and where it is looked for. */
class BorrowedParametersTest {

    /** Says it in an interface. */
    interface Interface {
        void inInterface(int number, @Borrowed int[] array);
    }

    /** Says it in a superclass. */
    abstract static class Above {
        void inSuperclass(@Borrowed byte[] array) {}

        void inBoth(@Borrowed byte[] one, byte[] other) {}
    }

    /** What is allowed. */
    static class Allowed extends Above implements Interface {

        @Override
        public void inInterface(int number, int[] array) {}

        @Override
        void inSuperclass(byte[] array) {}

        @Override
        void inBoth(byte[] one, @Borrowed byte[] other) {}

        void inSuperclass(int[] another) {}

        int primitive(@Borrowed boolean[] array) {
            return 0;
        }

        String text(@Borrowed char[] array) {
            return "";
        }

        BigDecimal number(double[] plain, @Borrowed double[] array) {
            return BigDecimal.ONE;
        }

        Thread.State constant(@Borrowed long[] array) {
            return Thread.State.NEW;
        }

        DoubleWrapper asynchronous(@Borrowed float[] array) {
            return new DoubleWrapper(0);
        }
    }

    private static int[] of(Class<?> target, Class<?> table, String name, Class<?>... types) {
        return MethodTable.of(table).methods().stream()
                .filter(method -> method.name().equals(name))
                .filter(method -> List.of(method.parameterTypes()).equals(List.of(types)))
                .map(method -> BorrowedParameters.of(target, method))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void findsThemInTheClassAndAboveIt() {
        Class<Allowed> type = Allowed.class;
        assertThat(of(type, type, "primitive", boolean[].class)).containsExactly(0);
        assertThat(of(type, type, "text", char[].class)).containsExactly(0);
        assertThat(of(type, type, "number", double[].class, double[].class)).containsExactly(1);
        assertThat(of(type, type, "inSuperclass", byte[].class)).containsExactly(0);
        assertThat(of(type, type, "inSuperclass", int[].class)).isEmpty();
        assertThat(of(type, type, "inBoth", byte[].class, byte[].class)).containsExactly(0, 1);
        assertThat(of(type, type, "inInterface", int.class, int[].class)).containsExactly(1);
        assertThat(of(type, Interface.class, "inInterface", int.class, int[].class))
                .containsExactly(1);
        assertThat(of(type, type, "toString")).isEmpty();
        assertThat(BorrowedParameters.obstacles(type)).isEmpty();
    }

    /** What its class says counts, also if it is called by another table. */
    static class OfItsOwn implements Interface {
        @Override
        public void inInterface(@SuppressWarnings("unused") int number, int[] array) {}
    }

    @Test
    void findsThemForATableOfASupertype() {
        assertThat(of(Allowed.class, Above.class, "inBoth", byte[].class, byte[].class))
                .containsExactly(0, 1);
        assertThat(of(OfItsOwn.class, OfItsOwn.class, "inInterface", int.class, int[].class))
                .containsExactly(1);
    }

    /** Its bridge has the annotation, too, and another type of parameter. */
    interface Generic<T> {
        void take(T value);
    }

    /** Has a bridge. */
    static class Bridged implements Generic<double[]> {
        @Override
        public void take(@Borrowed double[] value) {}
    }

    @Test
    void looksAtNoBridges() {
        assertThat(BorrowedParameters.obstacles(Bridged.class)).isEmpty();
        assertThat(of(Bridged.class, Bridged.class, "take", double[].class)).containsExactly(0);
    }

    /** What is not. */
    public static class Refused {

        /** For its stub. */
        public Refused() {}

        /** Borrows where nobody gives back. */
        public Refused(@Borrowed int[] array) {}

        public double[] array(@Borrowed double[] array) {
            return array;
        }

        public Object anything(@Borrowed double[] array) {
            return array;
        }

        public CompletableFuture<Double> later(@Borrowed double[] array) {
            return CompletableFuture.completedFuture(array[0]);
        }

        public void list(@Borrowed List<Double> list) {}

        public void matrix(@Borrowed double[][] matrix) {}

        public void number(@Borrowed int number) {}
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Refused.array(double[]): @Borrowed, but its result is sent after it has returned",
                "Refused.anything(double[]): @Borrowed, but its result",
                "a java.util.concurrent.CompletableFuture may refer to the array",
                "Refused.list(java.util.List): @Borrowed, but a java.util.List is no array",
                "@Borrowed, but a double[][] is no array of primitives",
                "@Borrowed, but a int is no array of primitives",
                "Refused(int[]): @Borrowed, which is for parameters of methods"
            })
    void saysWhatCannotBe(String line) {
        assertThatThrownBy(() -> StubFactory.checkActive(Refused.class))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining(line);
    }

    /** Refuses itself only when its own class is looked at. */
    public static class HiddenByItsType implements Runnable {
        @Override
        public void run() {}

        public double[] array(@Borrowed double[] array) {
            return array;
        }
    }

    @Test
    void refusesTheClassOfAnObjectWhateverItIsToBeActiveAs() {
        assertThatThrownBy(() -> PAActiveObject.turnActive(new HiddenByItsType(), Runnable.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("parameters of a class cannot borrow")
                .hasMessageContaining("HiddenByItsType.array(double[])");
    }
}
