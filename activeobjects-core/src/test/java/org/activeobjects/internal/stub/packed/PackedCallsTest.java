package org.activeobjects.internal.stub.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.PackedArguments;
import org.activeobjects.spi.StubMethod;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class PackedCallsTest {

    /** Keeps what it is handed. */
    private static final class Keeper implements CallHandler {

        private final List<PackedArguments> packed = new ArrayList<>();
        private final List<String> arrays = new ArrayList<>();

        @Override
        public Object call(StubMethod method, Object[] arguments) {
            arrays.add(method.name() + Arrays.toString(arguments));
            return null;
        }

        @Override
        public Object callPacked(StubMethod method, PackedArguments arguments) {
            packed.add(arguments);
            return null;
        }
    }

    static class Sink {

        String got = "";

        Sink(String first) {
            got = first;
        }

        public void all(
                boolean a,
                byte b,
                char c,
                short d,
                int e,
                long f,
                float g,
                double h,
                String i,
                Long j) {
            got = a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + g + " " + h + i + j;
        }

        public void fails(int number) {
            throw new IllegalStateException("number=" + number);
        }

        public void mutable(int number, int[] array) {
            got = number + Arrays.toString(array);
        }

        public void anything(int number, Object object) {
            got = number + object.toString();
        }

        public void noPrimitive(String text) {
            got = text;
        }

        public Integer result(int number) {
            return number;
        }

        void isPackagePrivate(int number) {
            got = "" + number;
        }
    }

    static final class Deep extends Sink {

        Deep() {
            super("");
        }

        @Override
        public void fails(int number) {
            got = "overridden " + number;
        }
    }

    /** A type of stubs that is no class. */
    interface Meter {
        void add(long amount);
    }

    private final Keeper keeper = new Keeper();
    private final Sink stub = StubFactory.create(Sink.class, keeper);

    @Test
    void keepsEveryKindOfArgument() throws Throwable {
        stub.all(true, (byte) 1, 'c', (short) 3, 4, 5L, 6f, 7d, "x", 8L);

        PackedArguments packed = keeper.packed.getFirst();
        Sink target = new Sink("");
        assertThat(packed.toArray())
                .containsExactly(true, (byte) 1, 'c', (short) 3, 4, 5L, 6f, 7d, "x", 8L);
        assertThat(packed.invoke(target)).isNull();
        assertThat(target.got).isEqualTo("true 1 c 3 4 5 6.0 7.0x8");
    }

    @Test
    void throwsWhatTheMethodThrowsAndRunsWhatOverridesIt() throws Throwable {
        stub.fails(3);

        PackedArguments packed = keeper.packed.getFirst();
        assertThatThrownBy(() -> packed.invoke(new Sink("")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("number=3");
        Deep deep = new Deep();
        var _ = packed.invoke(deep);
        assertThat(deep.got).isEqualTo("overridden 3");
        assertThatThrownBy(() -> packed.invoke("another")).isInstanceOf(ClassCastException.class);
    }

    @Test
    void packsForInterfacesToo() throws Throwable {
        StubFactory.create(Meter.class, keeper).add(1L << 40);

        long[] sum = new long[1];
        Meter meter = amount -> sum[0] += amount;
        var _ = keeper.packed.getFirst().invoke(meter);
        assertThat(sum[0]).isEqualTo(1L << 40);
    }

    @Test
    void packsOnlyPublicOneWayCallsOfWhatCannotChange() {
        stub.mutable(1, new int[] {2});
        stub.anything(3, "text");
        stub.noPrimitive("text");
        var _ = stub.result(4);
        stub.isPackagePrivate(5);

        assertThat(keeper.packed).isEmpty();
        assertThat(keeper.arrays).hasSize(5).contains("result[4]", "isPackagePrivate[5]");
    }

    @Test
    void givesAnArrayToHandlersThatKnowNothingOfThis() {
        List<String> calls = new ArrayList<>();
        CallHandler plain =
                (method, arguments) -> calls.add(method.name() + Arrays.toString(arguments));

        StubFactory.create(Sink.class, plain).fails(6);

        assertThat(calls).containsExactly("fails[6]");
    }
}
