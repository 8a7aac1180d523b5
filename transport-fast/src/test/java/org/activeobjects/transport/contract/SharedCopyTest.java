package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Large messages within one runtime, which whoever waits may copy. */
@Timeout(60)
class SharedCopyTest {

    private static final int TAG = 3;
    private static final int CONTEXT = 4;
    private static final int COUNT = 100_000;
    private static final int WINDOW = 16;
    private static final int STREAMED = 20_000; // ints

    private final Transport transport =
            Transport.open(
                    TransportConfig.defaults().withJob("shared-copy", null).withLinks("local"));
    private final Endpoint one = transport.openEndpoint();
    private final Endpoint other = transport.openEndpoint();

    @AfterEach
    void close() {
        transport.close();
    }

    private static <T> FutureTask<T> start(boolean isVirtual, Callable<T> code) {
        FutureTask<T> task = new FutureTask<>(code);
        (isVirtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(task);
        return task;
    }

    private static double[] numbers(double first) {
        double[] numbers = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            numbers[i] = first + i;
        }
        return numbers;
    }

    @ParameterizedTest(name = "virtual threads {0} doubles {1}")
    @CsvSource({"false, 100000", "true, 100000", "false, 2049", "false, 3072", "true, 6000"})
    void exchangesManyTimesWhoeverComesFirst(boolean isVirtual, int count) throws Exception {
        int rounds = 300;
        FutureTask<Integer> partner =
                start(isVirtual, () -> exchangeOften(other, one.address(), count, rounds, -1, 1));
        FutureTask<Integer> self =
                start(isVirtual, () -> exchangeOften(one, other.address(), count, rounds, 1, -1));

        assertThat(self.get()).isEqualTo(rounds);
        assertThat(partner.get()).isEqualTo(rounds);
    }

    private static int exchangeOften(
            Endpoint endpoint, EndpointAddress peer, int count, int rounds, int mine, int theirs) {
        double[] source = new double[count];
        double[] destination = new double[count];
        int good = 0;
        for (int round = 1; round <= rounds; round++) {
            source[0] = (double) mine * round;
            source[count / 2] = (double) mine * round;
            source[count - 1] = (double) mine * round;
            endpoint.exchange(peer, TAG, CONTEXT, Slice.of(source), Slice.of(destination));
            double expected = (double) theirs * round;
            boolean isGood =
                    destination[0] == expected
                            && destination[count / 2] == expected
                            && destination[count - 1] == expected;
            good += isGood ? 1 : 0;
        }
        return good;
    }

    /** About where a message is announced, copied by both, and copied by who waits. */
    @ParameterizedTest
    @ValueSource(ints = {16_384, 16_385, 24_575, 24_576, 32_769, 65_535, 65_536})
    void sendsManyTimesWhoeverComesFirst(int bytes) throws Exception {
        byte[] room = new byte[bytes];
        FutureTask<Void> sender = start(false, () -> sendOften(bytes));
        for (int round = 0; round < 200; round++) {
            other.recv(one.address(), TAG, CONTEXT, Slice.of(room));

            byte[] expected = new byte[bytes];
            Arrays.fill(expected, (byte) round);
            assertThat(room).isEqualTo(expected);
        }
        sender.get();
    }

    private Void sendOften(int bytes) {
        byte[] elements = new byte[bytes];
        for (int round = 0; round < 200; round++) {
            Arrays.fill(elements, (byte) round);
            one.send(other.address(), TAG, CONTEXT, Slice.of(elements));
        }
        return null;
    }

    @Test
    void failsBothSidesOfAMismatchAlsoWhileTheReceiverWaits() throws Exception {
        for (int round = 0; round < 50; round++) {
            FutureTask<Status> receiver =
                    start(
                            false,
                            () ->
                                    other.recv(
                                            one.address(),
                                            TAG,
                                            CONTEXT,
                                            Slice.of(new long[COUNT])));
            Slice source = Slice.of(new double[COUNT]);
            assertThatThrownBy(() -> one.ssend(other.address(), TAG, CONTEXT, source))
                    .isInstanceOf(MessageMismatchException.class);
            assertThatThrownBy(receiver::get)
                    .hasCauseInstanceOf(MessageMismatchException.class)
                    .hasMessageContaining("sent=DOUBLE[" + COUNT + "]");
        }
    }

    @Test
    void aReceiveWhoseWaitTimedOutIsFilledAllTheSame() {
        double[] room = new double[COUNT];
        Request receive = other.irecv(EndpointAddress.ANY_SOURCE, TAG, CONTEXT, Slice.of(room));
        assertThatThrownBy(() -> receive.await(Duration.ofMillis(1)))
                .isInstanceOf(TransportTimeoutException.class);

        one.send(other.address(), TAG, CONTEXT, Slice.of(numbers(5)));

        assertThat(receive.await(Duration.ofSeconds(30)).count()).isEqualTo(COUNT);
        assertThat(room).isEqualTo(numbers(5));
    }

    @Test
    void aShortWaitThatEndsWhileTheSenderComesLosesNothing() throws Exception {
        double[] room = new double[COUNT];
        for (int round = 0; round < 300; round++) {
            Request receive = other.irecv(one.address(), TAG, CONTEXT, Slice.of(room));
            double first = round;
            FutureTask<Boolean> sender =
                    start(
                            false,
                            () -> {
                                double[] source = new double[COUNT];
                                source[COUNT - 1] = first;
                                one.send(other.address(), TAG, CONTEXT, Slice.of(source));
                                return true;
                            });
            boolean isComplete = false;
            while (!isComplete) {
                try {
                    isComplete = receive.await(Duration.ofNanos(20_000)).count() == COUNT;
                } catch (TransportTimeoutException e) {
                    assertThat(e).hasMessageContaining("not complete in time");
                }
            }
            assertThat(room[COUNT - 1]).isEqualTo(first);
            assertThat(sender.get()).isTrue();
        }
    }

    @ParameterizedTest(name = "virtual threads {0}")
    @ValueSource(booleans = {false, true})
    void sendsAndReceivesThatWaitCopyEveryElement(boolean isVirtual) throws Exception {
        int rounds = 200;
        FutureTask<Integer> partner =
                start(isVirtual, () -> echo(other, one.address(), rounds, false));
        FutureTask<Integer> self = start(isVirtual, () -> echo(one, other.address(), rounds, true));

        assertThat(self.get()).isEqualTo(rounds);
        assertThat(partner.get()).isEqualTo(rounds);
    }

    /** Lengths about the one from which two threads copy, and longer ones, none of them round. */
    private static int echo(Endpoint endpoint, EndpointAddress peer, int rounds, boolean begins) {
        byte[] source = new byte[8 * COUNT];
        byte[] room = new byte[8 * COUNT];
        int good = 0;
        for (int round = 0; round < rounds; round++) {
            int length = round % 2 == 0 ? 65_533 + round % 7 : 8 * COUNT - round;
            Arrays.fill(source, (byte) round);
            if (begins) {
                endpoint.send(peer, TAG, CONTEXT, Slice.of(source, 0, length));
            }
            Arrays.fill(room, (byte) ~round);
            endpoint.recv(peer, TAG, CONTEXT, Slice.of(room, 0, length));
            if (!begins) {
                endpoint.send(peer, TAG, CONTEXT, Slice.of(source, 0, length));
            }
            boolean isGood = Arrays.equals(room, 0, length, source, 0, length);
            good += isGood && room[length] == (byte) ~round ? 1 : 0;
        }
        return good;
    }

    /** Memory that goes before its buffer. */
    private record Origin(MemorySegment segment) implements RegisteredBuffer.Source {

        @Override
        public void release() {}

        @Override
        public void forgotten() {}
    }

    @Test
    void aHalfThatCannotBeCopiedFailsBothSides() throws Exception {
        for (int round = 0; round < 50; round++) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(8L * COUNT);
            // Of a registered buffer, at whose memory no call looks before it copies.
            Slice room = new RegisteredBuffer(new Origin(memory)).view(ElementType.DOUBLE).slice();
            arena.close();
            FutureTask<Status> receiver =
                    start(false, () -> other.recv(one.address(), TAG, CONTEXT, room));
            Slice source = Slice.of(new double[COUNT]);

            assertThatThrownBy(() -> one.send(other.address(), TAG, CONTEXT, source))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("could not be copied: operation=receive from")
                    .hasMessageContaining("tag=" + TAG);
            assertThatThrownBy(receiver::get).hasCauseInstanceOf(TransportException.class);
        }
    }

    @Test
    void streamsOfAFewSendersComeInOrderAndWhole() throws Exception {
        Endpoint third = transport.openEndpoint();
        int windows = 30;
        FutureTask<Integer> first = start(false, () -> stream(one, other.address(), windows, 1));
        FutureTask<Integer> second = start(false, () -> stream(third, other.address(), windows, 2));
        int good = 0;
        for (int window = 0; window < windows; window++) {
            good += receiveWindow(one.address(), window, 1);
            good += receiveWindow(third.address(), window, 2);
        }

        assertThat(good).isEqualTo(2 * WINDOW * windows);
        assertThat(first.get()).isEqualTo(windows);
        assertThat(second.get()).isEqualTo(windows);
    }

    private static int stream(Endpoint from, EndpointAddress to, int windows, int id) {
        for (int window = 0; window < windows; window++) {
            Request[] sends = new Request[WINDOW];
            for (int i = 0; i < WINDOW; i++) {
                int[] source = new int[STREAMED + i];
                Arrays.fill(source, id << 24 | window << 8 | i);
                sends[i] = from.isend(to, TAG, CONTEXT, Slice.of(source));
            }
            for (Request send : sends) {
                send.await();
            }
        }
        return windows;
    }

    /** Returns how many messages have come as they were sent. */
    private int receiveWindow(EndpointAddress from, int window, int id) {
        int[][] rooms = new int[WINDOW][STREAMED + WINDOW];
        Request[] receives = new Request[WINDOW];
        for (int i = 0; i < WINDOW; i++) {
            receives[i] = other.irecv(from, TAG, CONTEXT, Slice.of(rooms[i]));
        }
        int good = 0;
        for (int i = 0; i < WINDOW; i++) {
            int at = window % 2 == 0 ? i : WINDOW - 1 - i;
            int[] expected = new int[STREAMED + WINDOW];
            Arrays.fill(expected, 0, STREAMED + at, id << 24 | window << 8 | at);
            long count = receives[at].await().count();
            good += count == STREAMED + at && Arrays.equals(rooms[at], expected) ? 1 : 0;
        }
        return good;
    }

    /** Sends as {@link #stream} does, and returns how many messages have failed. */
    private static int failuresOfStream(Endpoint from, EndpointAddress to, int windows) {
        int failures = 0;
        for (int window = 0; window < windows; window++) {
            Request[] sends = new Request[WINDOW];
            for (int i = 0; i < WINDOW; i++) {
                int[] source = new int[STREAMED];
                Arrays.fill(source, window << 8 | i);
                sends[i] = from.isend(to, TAG, CONTEXT, Slice.of(source));
            }
            for (Request send : sends) {
                failures += isGood(send) ? 0 : 1;
            }
        }
        return failures;
    }

    private static boolean isGood(Request request) {
        try {
            request.await();
            return true;
        } catch (TransportException e) {
            return false;
        }
    }

    /** Receives such streams, with one bad room in each window; returns how many came well. */
    private int receiveWithOneBad(int windows, Slice bad) {
        int good = 0;
        for (int window = 0; window < windows; window++) {
            int[][] rooms = new int[WINDOW][STREAMED];
            Request[] receives = new Request[WINDOW];
            int at = window % WINDOW;
            for (int i = 0; i < WINDOW; i++) {
                Slice room = i == at ? bad : Slice.of(rooms[i]);
                receives[i] = other.irecv(one.address(), TAG, CONTEXT, room);
            }
            for (int i = 0; i < WINDOW; i++) {
                int[] expected = new int[STREAMED];
                Arrays.fill(expected, window << 8 | i);
                good += isGood(receives[i]) && Arrays.equals(rooms[i], expected) ? 1 : 0;
            }
        }
        return good;
    }

    @Test
    void oneOfAStreamThatDoesNotFitFailsAndNoOther() throws Exception {
        int windows = 3 * WINDOW;
        FutureTask<Integer> failures =
                start(false, () -> failuresOfStream(one, other.address(), windows));

        assertThat(receiveWithOneBad(windows, Slice.of(new long[STREAMED])))
                .isEqualTo((WINDOW - 1) * windows);
        assertThat(failures.get()).isEqualTo(windows);
    }

    @Test
    void oneOfAStreamThatCannotBeCopiedFailsAndNoOther() throws Exception {
        int windows = 3 * WINDOW;
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(4L * STREAMED, 8);
        Slice bad = new RegisteredBuffer(new Origin(memory)).view(ElementType.INT).slice();
        arena.close();
        FutureTask<Integer> failures =
                start(false, () -> failuresOfStream(one, other.address(), windows));

        assertThat(receiveWithOneBad(windows, bad)).isEqualTo((WINDOW - 1) * windows);
        assertThat(failures.get()).isEqualTo(windows);
    }

    /** The sender copies arrays, and then the objects that are matched meanwhile. */
    @ParameterizedTest(name = "virtual threads {0}")
    @ValueSource(booleans = {false, true})
    void objectsThatFollowAStreamComeWhole(boolean isVirtual) throws Exception {
        int rounds = 100;
        FutureTask<Boolean> sender = start(isVirtual, () -> sendBoth(rounds));
        FutureTask<Boolean> receiver = start(isVirtual, () -> receiveBoth(rounds));

        assertThat(receiver.get()).isTrue();
        assertThat(sender.get()).isTrue();
    }

    private boolean sendBoth(int rounds) {
        for (int round = 0; round < rounds; round++) {
            Request[] sends = new Request[2 * WINDOW];
            for (int i = 0; i < WINDOW; i++) {
                sends[i] = one.isendObject(other.address(), TAG + 1, CONTEXT, text(i));
            }
            one.recv(other.address(), TAG, CONTEXT, Slice.of(new byte[1]));
            for (int i = 0; i < WINDOW; i++) {
                Slice source = Slice.of(new int[STREAMED]);
                sends[WINDOW + i] = one.isend(other.address(), TAG, CONTEXT, source);
            }
            for (Request send : sends) {
                send.await();
            }
        }
        return true;
    }

    private boolean receiveBoth(int rounds) {
        boolean isGood = true;
        for (int round = 0; round < rounds; round++) {
            Request[] receives = new Request[2 * WINDOW];
            for (int i = 0; i < WINDOW; i++) {
                Slice room = Slice.of(new int[STREAMED]);
                receives[WINDOW + i] = other.irecv(one.address(), TAG, CONTEXT, room);
            }
            other.send(one.address(), TAG, CONTEXT, Slice.of(new byte[1]));
            for (int i = 0; i < WINDOW; i++) {
                receives[i] = other.irecvObject(one.address(), TAG + 1, CONTEXT);
            }
            for (int i = 0; i < 2 * WINDOW; i++) {
                receives[i].await();
                isGood &= i >= WINDOW || text(i).equals(receives[i].object());
            }
        }
        return isGood;
    }

    private static String text(int i) {
        return ("" + i % 10).repeat(STREAMED * 4);
    }

    @Test
    void whoOnlyAsksGetsAStreamAway() throws Exception {
        int windows = 30;
        FutureTask<Boolean> sender = start(false, () -> askForStream(windows));
        int good = 0;
        for (int window = 0; window < windows; window++) {
            good += receiveWindow(one.address(), window, 1);
        }

        assertThat(good).isEqualTo(WINDOW * windows);
        assertThat(sender.get()).isTrue();
    }

    private boolean askForStream(int windows) {
        for (int window = 0; window < windows; window++) {
            Request[] sends = new Request[WINDOW];
            for (int i = 0; i < WINDOW; i++) {
                int[] source = new int[STREAMED + i];
                Arrays.fill(source, 1 << 24 | window << 8 | i);
                sends[i] = one.isend(other.address(), TAG, CONTEXT, Slice.of(source));
            }
            for (Request send : sends) {
                while (!send.test()) {
                    Thread.onSpinWait();
                }
            }
        }
        return true;
    }

    @Test
    void anEndpointExchangesWithItself() {
        double[] room = new double[COUNT];
        one.exchange(one.address(), TAG, CONTEXT, Slice.of(numbers(8)), Slice.of(room));

        assertThat(room).isEqualTo(numbers(8));
    }

    /** The middle of the message lies within a number of the longer part. */
    @Test
    void fillsAGatherListThatTwoThreadsWouldCutWithinAnElement() throws Exception {
        byte[] head = new byte[3];
        double[] body = new double[COUNT];
        int rounds = 100; // a byte, without a sign
        FutureTask<Boolean> sender = start(false, () -> sendBytes(rounds, 3 + 8 * COUNT));
        int good = 0;
        for (int round = 1; round <= rounds; round++) {
            Slice room = Slice.gather(Slice.of(head), Slice.of(body));
            other.recv(one.address(), TAG, CONTEXT, room);
            double expected = Double.longBitsToDouble(round * 0x0101010101010101L);
            good += Arrays.stream(body).allMatch(number -> number == expected) ? 1 : 0;
        }

        assertThat(good).isEqualTo(rounds);
        assertThat(sender.get()).isTrue();
    }

    private boolean sendBytes(int rounds, int length) {
        byte[] source = new byte[length];
        for (int round = 1; round <= rounds; round++) {
            Arrays.fill(source, (byte) round);
            one.send(other.address(), TAG, CONTEXT, Slice.of(source));
        }
        return true;
    }
}
