package org.activeobjects.spmd.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.collective.FakeNetwork;
import org.activeobjects.collective.Occupation;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

@Timeout(60)
class ExchangerTest {

    private static final int EAGER_BYTES = 16;

    private final FakeNetwork network = new FakeNetwork(2, EAGER_BYTES);
    private final Exchanger zero = exchanger(0);
    private final Exchanger one = exchanger(1);

    static Stream<Object> arrays() {
        return Stream.of(
                new double[9],
                new long[9],
                new int[9],
                new float[9],
                new short[9],
                new char[9],
                new byte[9],
                new boolean[9]);
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void elementsOfEveryTypeCrossAndNothingElseIsTouched(Object model) {
        Object source = filled(model, 1);
        Object other = filled(model, 0);
        Object received = filled(model, 1);
        Object otherReceived = filled(model, 0);

        both(
                () -> zero.exchange("t", 1, source, 2, received, 1, 5),
                () -> one.exchange("t", 0, other, 0, otherReceived, 3, 5));

        for (int i = 0; i < 9; i++) {
            Object expected = i >= 1 && i < 6 ? Array.get(other, i - 1) : Array.get(source, i);
            assertThat(Array.get(received, i)).isEqualTo(expected);
            Object back = i >= 3 && i < 8 ? Array.get(source, i - 1) : Array.get(other, i);
            assertThat(Array.get(otherReceived, i)).isEqualTo(back);
        }
    }

    @Test
    void noElementsAreExchangedToo() {
        both(
                () -> zero.exchange("t", 1, new int[0], 0, new int[3], 3, 0),
                () -> one.exchange("t", 0, new int[1], 1, new int[0], 0, 0));

        assertThat(network.messages()).isEqualTo(2);
    }

    @Test
    void oneArrayServesAsSourceAndDestination() {
        int[] first = {1, 2, 0, 0};
        int[] second = {3, 4, 0, 0};

        both(
                () -> zero.exchange("t", 1, first, 0, first, 2, 2),
                () -> one.exchange("t", 0, second, 0, second, 2, 2));

        assertThat(first).containsExactly(1, 2, 3, 4);
        assertThat(second).containsExactly(3, 4, 1, 2);
    }

    @Test
    void memoryIsExchanged() {
        MemorySegment first = MemorySegment.ofArray(new byte[] {1, 2, 3});
        MemorySegment second = MemorySegment.ofArray(new byte[] {4, 5, 6});
        byte[] atFirst = new byte[3];
        byte[] atSecond = new byte[3];

        both(
                () -> zero.exchange("m", 1, first, MemorySegment.ofArray(atFirst)),
                () -> one.exchange("m", 0, second, MemorySegment.ofArray(atSecond)));

        assertThat(atFirst).containsExactly(4, 5, 6);
        assertThat(atSecond).containsExactly(1, 2, 3);
    }

    @Test
    void whatIsBrokenOffKeepsItsArraysAndNoOther() {
        List<Slice> begun = new ArrayList<>();
        Endpoint faulty =
                (Endpoint)
                        Proxy.newProxyInstance(
                                Endpoint.class.getClassLoader(),
                                new Class<?>[] {Endpoint.class},
                                (_, _, arguments) -> {
                                    begun.add((Slice) arguments[3]);
                                    begun.add((Slice) arguments[4]);
                                    throw new OutOfMemoryError("on purpose");
                                });
        Exchanger exchanger = new Exchanger(faulty, network.addresses(), 0, new Occupation());
        int[] source = {1};
        int[] target = {2};

        for (int[] other : new int[][] {target, {3}, {4}}) {
            assertThatThrownBy(() -> exchanger.exchange("t", 1, source, 0, other, 0, 1))
                    .isInstanceOf(OutOfMemoryError.class);
        }

        assertThat(begun).doesNotHaveDuplicates().hasSize(6);
        assertThat(begun.get(1).array()).isSameAs(target);
    }

    @Test
    void exchangesOfDifferentTagsAtTheSameTimeDoNotMeet() {
        int[] a = new int[1];
        int[] b = new int[1];
        // Both names have the same hashCode: the second number tells them apart.
        both(
                () -> {
                    CompletableFuture<Void> other =
                            run(() -> zero.exchange("Aa", 1, new int[] {1}, 0, a, 0, 1));
                    zero.exchange("BB", 1, new int[] {2}, 0, b, 0, 1);
                    other.join();
                },
                () -> {
                    one.exchange("BB", 0, new int[] {20}, 0, new int[1], 0, 1);
                    one.exchange("Aa", 0, new int[] {10}, 0, new int[1], 0, 1);
                });

        assertThat(a).containsExactly(10);
        assertThat(b).containsExactly(20);
    }

    @Test
    void withTheOwnRankItCopies() {
        double[] array = {1, 2, 0, 0};

        zero.exchange("self", 0, array, 0, array, 2, 2);

        assertThat(array).containsExactly(1, 2, 1, 2);
        assertThat(network.messages()).isZero();
    }

    @Test
    void wrongArgumentsAreNamedAndNothingIsSent() {
        double[] four = new double[4];

        assertThatThrownBy(() -> zero.exchange("t", 2, four, 0, four, 2, 2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage(
                        "no such rank to exchange with: tag=\"t\" rank=2 size=2; ranks are 0 to 1");
        assertThatThrownBy(() -> zero.exchange("t", -1, four, 0, four, 2, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> zero.exchange("t", 1, four, 3, new double[4], 0, 2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("outside its source array")
                .hasMessageContaining("tag=\"t\" rank=1 offset=3 count=2 length=4");
        int huge = Integer.MAX_VALUE;
        assertThatThrownBy(() -> zero.exchange("t", 1, four, huge, new double[4], 0, huge))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("outside its source array");
        assertThatThrownBy(() -> zero.exchange("t", 1, four, 0, new double[1], 0, 2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("outside its destination array");
        assertThatThrownBy(() -> zero.exchange("t", 1, four, 0, (Object) null, 0, 2))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("destination array of an exchange is null: tag=\"t\" rank=1");
        assertThatThrownBy(() -> zero.exchange(null, 0, four, 0, new double[4], 0, 2))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the tag of an exchange is null: rank=0");
        MemorySegment memory = MemorySegment.ofArray(four);
        assertThatThrownBy(() -> zero.exchange("t", 1, null, memory))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the memory that an exchange sends is null");
        assertThatThrownBy(() -> zero.exchange("t", 1, memory, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the memory that an exchange fills is null");
        assertThatThrownBy(() -> zero.exchange("t", 1, four, 0, four, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("overlap: tag=\"t\" rank=1 source=0 destination=1 count=2");
        assertThatThrownBy(
                        () ->
                                zero.exchange(
                                        "t",
                                        1,
                                        MemorySegment.ofArray(four),
                                        MemorySegment.ofArray(four).asSlice(8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("differ in length");
        assertThat(network.messages()).isZero();
    }

    @ParameterizedTest(name = "the other gives {0}")
    @ValueSource(ints = {0, 2, 4, 100})
    void differentLengthsFailOnBothSidesWithTagAndRanks(int otherCount) {
        var first = run(() -> zero.exchange("halo", 1, new int[3], 0, new int[3], 0, 3));
        var second =
                run(
                        () ->
                                one.exchange(
                                        "halo",
                                        0,
                                        new int[otherCount],
                                        0,
                                        new int[otherCount],
                                        0,
                                        otherCount));

        assertThatThrownBy(first::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("tag=\"halo\" rank=0 peer=1 type=INT count=3")
                .message()
                .doesNotContain("context=");
        assertThatThrownBy(second::join)
                .cause()
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("rank=1 peer=0 type=INT count=" + otherCount);
    }

    @Test
    void aLostPeerIsNamed() {
        network.lose(1);

        assertThatThrownBy(() -> zero.exchange("t", 1, new int[3], 0, new int[3], 0, 3))
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("tag=\"t\" rank=0 peer=1");
    }

    private Exchanger exchanger(int rank) {
        return new Exchanger(
                network.endpoints().get(rank), network.addresses(), rank, new Occupation());
    }

    private static Object filled(Object model, int seed) {
        int length = Array.getLength(model);
        Class<?> type = model.getClass().getComponentType();
        Object array = Array.newInstance(type, length);
        for (int i = 0; i < length; i++) {
            if (type == boolean.class) {
                Array.setBoolean(array, i, (i + seed) % 2 == 0);
            } else if (type == char.class) {
                Array.setChar(array, i, (char) (seed * 40 + i));
            } else {
                Array.setByte(array, i, (byte) (seed * 40 + i));
            }
        }
        return array;
    }

    private static void both(Runnable first, Runnable second) {
        CompletableFuture<Void> other = run(second);
        run(first).join();
        other.join();
    }

    /** On a thread of its own: both sides of an exchange wait. */
    private static CompletableFuture<Void> run(Runnable side) {
        return CompletableFuture.runAsync(side, code -> Thread.ofPlatform().daemon().start(code));
    }
}
