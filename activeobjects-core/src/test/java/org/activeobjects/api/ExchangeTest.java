package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.wrapper.GenericTypeWrapper;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Two active objects that exchange arrays, and a body that lets nothing in for a while. */
@Timeout(60)
class ExchangeTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final Node near = here.node();
    private final Node far = here.connect(there.card());

    @BeforeEach
    void makeDefault() {
        here.makeDefault();
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    /** Has numbers of its own, and gives them for others. */
    public static class Trader {
        private int first;
        private int seen;

        public Trader() {}

        public Trader(int first) {
            this.first = first;
        }

        public GenericTypeWrapper<double[]> trade(Trader other, int count) {
            double[] own = {first, first + 1, first + 2, first + 3};
            double[] got = new double[4];
            PAActiveObject.exchange("numbers", other, own, 1, got, 0, count);
            return new GenericTypeWrapper<>(got);
        }

        /** Exchanges every other number, from the end to the beginning. */
        public GenericTypeWrapper<double[]> tradeStrided(Trader other, int count, int room) {
            Strided numbers = new Strided(new double[200], count, room);
            for (int i = 0; i < 200; i++) {
                numbers.all[i] = first + i;
            }
            PAActiveObject.exchange("strided", other, numbers, numbers);
            return new GenericTypeWrapper<>(numbers.all);
        }

        /** One element of each type, with a number in it. */
        public StringWrapper tradeAll(Trader other) {
            boolean[] booleans = {first % 2 == 1, false};
            byte[] bytes = {(byte) first, 0};
            char[] chars = {(char) first, 0};
            short[] shorts = {(short) first, 0};
            int[] ints = {first, 0};
            long[] longs = {first, 0};
            float[] floats = {first, 0};
            double[] doubles = {first, 0};
            PAActiveObject.exchange("booleans", other, booleans, 0, booleans, 1, 1);
            PAActiveObject.exchange("bytes", other, bytes, 0, bytes, 1, 1);
            PAActiveObject.exchange("chars", other, chars, 0, chars, 1, 1);
            PAActiveObject.exchange("shorts", other, shorts, 0, shorts, 1, 1);
            PAActiveObject.exchange("ints", other, ints, 0, ints, 1, 1);
            PAActiveObject.exchange("longs", other, longs, 0, longs, 1, 1);
            PAActiveObject.exchange("floats", other, floats, 0, floats, 1, 1);
            PAActiveObject.exchange("doubles", other, doubles, 0, doubles, 1, 1);
            return new StringWrapper(
                    booleans[1]
                            + " "
                            + bytes[1]
                            + " "
                            + chars[1]
                            + " "
                            + shorts[1]
                            + " "
                            + ints[1]
                            + " "
                            + longs[1]
                            + " "
                            + floats[1]
                            + " "
                            + doubles[1]);
        }

        public GenericTypeWrapper<int[]> alone() {
            int[] own = {first, 0};
            PAActiveObject.exchange("own", PAActiveObject.getStubOnThis(), own, 0, own, 1, 1);
            return new GenericTypeWrapper<>(own);
        }

        /** What it is told of exchanges with another one that are given null, one text each. */
        public GenericTypeWrapper<String[]> refusals(Trader other) {
            int[] own = {first};
            int[] none = null;
            Strided numbers = new Strided(new double[2], 1, 1);
            List<Runnable> calls =
                    List.of(
                            () -> PAActiveObject.exchange(null, other, own, 0, own, 0, 0),
                            () -> PAActiveObject.exchange("x", null, own, 0, own, 0, 0),
                            () -> PAActiveObject.exchange("x", other, none, 0, own, 0, 0),
                            () -> PAActiveObject.exchange("x", other, own, 0, none, 0, 0),
                            () -> PAActiveObject.exchange("x", other, null, numbers),
                            () -> PAActiveObject.exchange("x", other, numbers, null));
            return new GenericTypeWrapper<>(
                    calls.stream().map(Trader::thrownBy).toArray(String[]::new));
        }

        private static String thrownBy(Runnable call) {
            try {
                call.run();
                return "nothing";
            } catch (RuntimeException e) {
                return e.getMessage();
            }
        }

        public void see() {
            seen++;
        }

        public IntWrapper seenWhileClosed(Trader other) {
            Body body = PAActiveObject.getBodyOnThis();
            body.blockCommunication();
            other.callBack((Trader) PAActiveObject.getStubOnThis()).getIntValue();
            int waiting = body.getRequestQueue().size();
            body.acceptCommunication();
            return new IntWrapper(10 * waiting + body.getRequestQueue().size());
        }

        public IntWrapper callBack(Trader other) {
            other.see();
            other.see();
            return new IntWrapper(1);
        }

        public IntWrapper seen() {
            return new IntWrapper(seen);
        }
    }

    /** Every other number, from the end to the beginning; reads some and has room for some. */
    private static final class Strided implements ExchangeableDouble {

        private final double[] all;
        private int toGet;
        private int toPut;

        private Strided(double[] all, int toGet, int toPut) {
            this.all = all;
            this.toGet = toGet;
            this.toPut = toPut;
        }

        @Override
        public double get() {
            return all[2 * --toGet];
        }

        @Override
        public void put(double value) {
            all[2 * --toPut] = value;
        }

        @Override
        public boolean hasNextGet() {
            return toGet > 0;
        }

        @Override
        public boolean hasNextPut() {
            return toPut > 0;
        }
    }

    private Trader trader(int first, boolean isFar) {
        return PAActiveObject.newActive(Trader.class, new Object[] {first}, isFar ? far : near);
    }

    @ParameterizedTest(name = "far {0}")
    @ValueSource(booleans = {false, true})
    void eachGetsTheElementsOfTheOther(boolean isFar) {
        Trader one = trader(10, false);
        Trader two = trader(20, isFar);
        for (int round = 0; round < 3; round++) {
            GenericTypeWrapper<double[]> first = one.trade(two, 3);
            GenericTypeWrapper<double[]> second = two.trade(one, 3);

            assertThat(first.getObject()).containsExactly(21, 22, 23, 0);
            assertThat(second.getObject()).containsExactly(11, 12, 13, 0);
        }
    }

    @ParameterizedTest(name = "far {0}")
    @ValueSource(booleans = {false, true})
    void elementsOfEveryPrimitiveTypeAreExchanged(boolean isFar) {
        Trader one = trader('a', false);
        Trader two = trader('b', isFar);
        StringWrapper first = one.tradeAll(two);
        StringWrapper second = two.tradeAll(one);

        assertThat(first.getStringValue()).isEqualTo("false 98 b 98 98 98 98.0 98.0");
        assertThat(second.getStringValue()).isEqualTo("true 97 a 97 97 97 97.0 97.0");
    }

    @ParameterizedTest(name = "far {0}")
    @ValueSource(booleans = {false, true})
    void numbersAreReadAndPutOneByOne(boolean isFar) {
        Trader one = trader(1000, false);
        Trader two = trader(2000, isFar);
        for (int count : new int[] {0, 1, 100}) {
            GenericTypeWrapper<double[]> first = one.tradeStrided(two, count, count);
            GenericTypeWrapper<double[]> second = two.tradeStrided(one, count, count);

            for (int i = 0; i < 200; i++) {
                boolean isTraded = i % 2 == 0 && i < 2 * count;
                assertThat(first.getObject()[i]).isEqualTo((isTraded ? 2000 : 1000) + i);
                assertThat(second.getObject()[i]).isEqualTo((isTraded ? 1000 : 2000) + i);
            }
        }
    }

    @ParameterizedTest(name = "room for {0} of 3")
    @ValueSource(ints = {2, 4})
    void aDestinationOfAnotherLengthIsTold(int room) {
        Trader one = trader(10, false);
        Trader two = trader(20, false);
        GenericTypeWrapper<double[]> first = one.tradeStrided(two, 3, room);
        GenericTypeWrapper<double[]> second = two.tradeStrided(one, 3, 3);

        assertThatThrownBy(first::getObject)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Strided received=3 put=" + Math.min(room, 3));
        assertThat(second.getObject()[0]).isEqualTo(10);
    }

    @Test
    void anObjectExchangesWithMorePartnersThanItRemembersByTheirStubs() {
        Trader one = trader(10, false);
        List<Trader> others =
                IntStream.range(0, 40).mapToObj(i -> trader(100 * (i + 1), i % 8 == 0)).toList();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < others.size(); i++) {
                GenericTypeWrapper<double[]> first = one.trade(others.get(i), 2);
                GenericTypeWrapper<double[]> second = others.get(i).trade(one, 2);

                double expected = 100 * (i + 1);
                assertThat(first.getObject()).containsExactly(expected + 1, expected + 2, 0, 0);
                assertThat(second.getObject()).containsExactly(11, 12, 0, 0);
            }
        }
    }

    @Test
    void whoHasExchangedWithAnObjectDoesNotKeepItWhenThatHasEnded() {
        Trader one = trader(10, false);
        WeakReference<Object> partner = traded(one, true);
        traded(one, true); // what was last may be remembered

        awaitGarbage(partner);

        assertThat(one.seen().getIntValue()).isZero();
    }

    /** What was a partner that nobody needs any more. */
    static WeakReference<Object> traded(Trader one, boolean ends) {
        Trader two = new Trader(20);
        Trader partner = PAActiveObject.turnActive(two);
        GenericTypeWrapper<double[]> first = one.trade(partner, 3);
        partner.trade(one, 3).getObject();
        first.getObject();
        if (ends) {
            PAActiveObject.terminateActiveObject(partner, true);
        }
        return new WeakReference<>(two);
    }

    static void awaitGarbage(WeakReference<Object> reference) {
        await().atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> {
                            System.gc();
                            return reference.refersTo(null);
                        });
    }

    @Test
    void anExchangeThatFailedLeavesTheNextOneAsItWas() {
        Trader one = trader(10, false);
        Trader two = trader(20, false);
        assertThatThrownBy(one.trade(two, 4)::getObject)
                .isInstanceOf(IndexOutOfBoundsException.class);
        GenericTypeWrapper<double[]> first = one.trade(two, 3);
        GenericTypeWrapper<double[]> second = two.trade(one, 3);

        assertThat(first.getObject()).containsExactly(21, 22, 23, 0);
        assertThat(second.getObject()).containsExactly(11, 12, 13, 0);
    }

    @Test
    void countsThatDifferFailOnBothSidesWithTheTag() {
        Trader one = trader(10, false);
        Trader two = trader(20, true);
        GenericTypeWrapper<double[]> first = one.trade(two, 3);
        GenericTypeWrapper<double[]> second = two.trade(one, 2);

        assertThatThrownBy(first::getObject)
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("tag=\"numbers\"");
        assertThatThrownBy(second::getObject).isInstanceOf(MessageMismatchException.class);
    }

    @ParameterizedTest(name = "far {0}")
    @ValueSource(booleans = {false, true})
    void whoExchangesWithAnObjectThatEndsIsToldSo(boolean isFar) {
        Trader one = trader(10, false);
        Trader two = trader(20, isFar);
        GenericTypeWrapper<double[]> first = one.trade(two, 3);
        two.trade(one, 3).getObject();
        first.getObject(); // they know each other now

        GenericTypeWrapper<double[]> underWay = one.trade(two, 3);
        PAActiveObject.terminateActiveObject(two, true);

        PAFuture.waitFor(underWay, 30_000);
        assertThatThrownBy(underWay::getObject)
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("one side of an exchange has ended: tag=\"numbers\"")
                .hasMessageContaining("type=DOUBLE count=3: the endpoint is closed");
    }

    @Test
    void anObjectMayExchangeWithItself() {
        assertThat(trader(7, false).alone().getObject()).containsExactly(7, 7);
    }

    @ParameterizedTest(name = "far {0}")
    @ValueSource(booleans = {false, true})
    void whoGivesNullIsToldSoAndNothingIsExchanged(boolean isFar) {
        Trader one = trader(1, false);
        Trader other = trader(2, isFar);

        assertThat(one.refusals(other).getObject())
                .containsExactly(
                        "the tag of an exchange is null",
                        "the partner of an exchange is null",
                        "the source array of an exchange is null",
                        "the destination array of an exchange is null",
                        "the source of the numbers of an exchange is null",
                        "the destination of the numbers of an exchange is null");
        assertThat(one.alone().getObject()).containsExactly(1, 1);
    }

    @Test
    void aThreadOfNoActiveObjectIsRefused() {
        Trader other = trader(1, false);
        assertThatThrownBy(
                        () -> PAActiveObject.exchange("x", other, new int[1], 0, new int[1], 0, 1))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBodyThatBlocksCommunicationGetsItsRequestsLater() {
        Trader closed = trader(1, false);

        assertThat(closed.seenWhileClosed(trader(2, false)).getIntValue())
                .as("10 x requests let in while it was closed + those let in after")
                .isEqualTo(2);
        assertThat(closed.seen().getIntValue()).isEqualTo(2);
    }

    @Test
    void aBodyOfAnotherRuntimeMayBlockCommunicationToo() {
        Trader closed = trader(1, true);

        assertThat(closed.seenWhileClosed(trader(2, false)).getIntValue()).isLessThan(10);
        await().untilAsserted(() -> assertThat(closed.seen().getIntValue()).isEqualTo(2));
    }
}
