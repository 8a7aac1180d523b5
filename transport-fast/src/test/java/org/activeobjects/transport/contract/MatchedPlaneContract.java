package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What the matched plane does, over whatever link. */
public abstract class MatchedPlaneContract extends TwoTransports {

    /** Around every limit at which a link or the engine changes its mind. */
    private static final int[] BOUNDARIES = {
        0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 255, 256, 1000, 4 << 10, 8 << 10, 16 << 10,
        32 << 10, 64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20
    };

    /**
     * Two runtimes joined by one kind of link.
     *
     * @param link name of the link, which {@code ServiceLoader} finds
     */
    protected MatchedPlaneContract(String link) {
        super(link);
    }

    private static List<Integer> lengths() {
        List<Integer> lengths = new ArrayList<>();
        for (int boundary : BOUNDARIES) {
            lengths.add(boundary);
            if (boundary >= 4 << 10) {
                lengths.add(boundary - 1);
                lengths.add(boundary + 1);
                lengths.add(boundary - 32);
                lengths.add(boundary + 32);
            }
        }
        return lengths;
    }

    @Test
    void goesOverTheLinkThatWasChosen() {
        near.isend(farAddress, TAG, CONTEXT, Slice.EMPTY);
        far.recv(nearAddress, TAG, CONTEXT, Slice.EMPTY);
        assertThat(one.linkTo(other.card().id())).isEqualTo(link);
        assertThat(other.linkTo(one.card().id())).isEqualTo(link);
    }

    @Test
    void carriesEveryLengthIntoAWaitingReceive() {
        for (int length : lengths()) {
            byte[] source = randomBytes(length, length);
            byte[] destination = new byte[length];
            Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(destination));
            near.isend(farAddress, TAG, CONTEXT, Slice.of(source));
            Status status = receive.await();
            assertThat(status)
                    .isEqualTo(new Status(nearAddress, TAG, CONTEXT, ElementType.BYTE, length));
            assertThat(destination).as("length %d", length).isEqualTo(source);
        }
    }

    @Test
    void carriesEveryLengthThatComesBeforeItsReceive() {
        for (int length : lengths()) {
            byte[] source = randomBytes(length, length);
            Request send = near.isend(farAddress, TAG, CONTEXT, Slice.of(source));
            Status seen = far.probe(nearAddress, TAG, CONTEXT);
            assertThat(seen.count()).isEqualTo(length);
            byte[] destination = new byte[length + 3];
            Status status =
                    far.recv(nearAddress, TAG, CONTEXT, Slice.of(destination, 2, length + 1));
            assertThat(status.count()).isEqualTo(length);
            assertThat(send.await()).isNull();
            assertThat(Arrays.copyOfRange(destination, 2, 2 + length))
                    .as("length %d", length)
                    .isEqualTo(source);
            assertThat(destination[0]).isZero();
            assertThat(destination[length + 2]).isZero();
        }
    }

    @Test
    void carries64MebibytesBothWaysAtOnce() throws Exception {
        double[] source = new double[8 << 20];
        for (int i = 0; i < source.length; i++) {
            source[i] = i * 0.5;
        }
        double[] there = new double[source.length];
        double[] back = new double[source.length];
        CompletableFuture<Void> partner =
                onThread(
                        () -> {
                            far.exchange(
                                    nearAddress, TAG, CONTEXT, Slice.of(source), Slice.of(there));
                            return null;
                        });
        near.exchange(farAddress, TAG, CONTEXT, Slice.of(source), Slice.of(back));
        partner.get();
        assertThat(Arrays.equals(there, source)).isTrue();
        assertThat(Arrays.equals(back, source)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void carriesEveryTypeFromAndToAnyOffset(ElementType type) {
        for (int count : new int[] {0, 1, 5, 1000, 150_001}) {
            Object source = Elements.random(type, count + 11);
            Object destination = Elements.zeros(type, count + 9);
            near.isend(farAddress, TAG, CONTEXT, Slice.of(source, 5, count));
            Status status =
                    far.recv(nearAddress, TAG, CONTEXT, Slice.of(destination, 3, count + 1));
            assertThat(status.type()).isEqualTo(type);
            assertThat(status.count()).isEqualTo(count);
            assertThat(Elements.equal(source, 5, destination, 3, count)).isTrue();
            assertThat(Array.get(destination, 2)).isEqualTo(Array.get(Elements.zeros(type, 1), 0));
            assertThat(Array.get(destination, 3 + count))
                    .isEqualTo(Array.get(Elements.zeros(type, 1), 0));
        }
    }

    @Test
    void carriesMemoryOffTheHeapAndGatherLists() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(300_000, 8);
            for (int i = 0; i < 300_000; i++) {
                memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7));
            }
            Slice source =
                    Slice.gather(
                            Slice.of(memory.asSlice(0, 100_000), ElementType.BYTE),
                            Slice.of(new double[] {1, 2, 3}, 1, 1),
                            Slice.of(memory.asSlice(100_000), ElementType.BYTE));
            MemorySegment landing = arena.allocate(300_008, 8);
            Request send = near.isend(farAddress, TAG, CONTEXT, source);
            far.recv(nearAddress, TAG, CONTEXT, Slice.of(landing, ElementType.BYTE));
            send.await();
            assertThat(landing.asSlice(0, 100_000).mismatch(memory.asSlice(0, 100_000)))
                    .isEqualTo(-1);
            assertThat(landing.get(ValueLayout.JAVA_DOUBLE, 100_000)).isEqualTo(2.0);
            assertThat(landing.asSlice(100_008).mismatch(memory.asSlice(100_000))).isEqualTo(-1);
        }
    }

    @Test
    void keepsTheOrderOfSmallAndLargeMessages() {
        int messages = 300;
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            int[] source = new int[i % 10 == 0 ? 100_000 : 1 + i % 7];
            Arrays.fill(source, i);
            sends.add(near.isend(farAddress, TAG, CONTEXT, Slice.of(source)));
        }
        int[] destination = new int[100_000];
        for (int i = 0; i < messages; i++) {
            Status status = far.recv(nearAddress, TAG, CONTEXT, Slice.of(destination));
            int count = i % 10 == 0 ? 100_000 : 1 + i % 7;
            assertThat(status.count()).isEqualTo(count);
            assertThat(destination[0]).isEqualTo(i);
            assertThat(destination[count - 1]).isEqualTo(i);
        }
        sends.forEach(Request::await);
    }

    @Test
    void matchesByTagAndContextWhateverCameFirst() {
        for (int context = 0; context < 3; context++) {
            for (int tag = 0; tag < 5; tag++) {
                near.isend(farAddress, tag, context, Slice.of(new long[] {context * 10L + tag}));
            }
        }
        long[] got = new long[1];
        for (int context = 2; context >= 0; context--) {
            for (int tag : new int[] {3, 0, 4, 2, 1}) {
                far.recv(nearAddress, tag, context, Slice.of(got));
                assertThat(got[0]).isEqualTo(context * 10L + tag);
            }
        }
        assertThat(far.iprobe(EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG, 0)).isNull();
    }

    /** The length is that of a message in one frame, and of one that is announced. */
    @ParameterizedTest
    @ValueSource(ints = {1, 500_000})
    void keepsTheLargestTagsAndEveryContextApart(int length) {
        int[] tags = {0, 1 << 16, Integer.MAX_VALUE - 1, Integer.MAX_VALUE};
        int[] contexts = {0, -1, 1 << 16, Integer.MIN_VALUE, Integer.MAX_VALUE};
        List<Request> sends = new ArrayList<>();
        for (int context : contexts) {
            for (int tag : tags) {
                int[] source = new int[length];
                source[length - 1] = tag ^ context;
                sends.add(near.isend(farAddress, tag, context, Slice.of(source)));
            }
        }
        int[] got = new int[length];
        for (int c = contexts.length - 1; c >= 0; c--) {
            for (int t = tags.length - 1; t >= 0; t--) {
                Status status =
                        far.recv(
                                EndpointAddress.ANY_SOURCE,
                                t == 0 ? Endpoint.ANY_TAG : tags[t],
                                contexts[c],
                                Slice.of(got));
                assertThat(status)
                        .isEqualTo(
                                new Status(
                                        nearAddress,
                                        tags[t],
                                        contexts[c],
                                        ElementType.INT,
                                        length));
                assertThat(got[length - 1]).isEqualTo(tags[t] ^ contexts[c]);
            }
        }
        sends.forEach(Request::await);
        assertThatThrownBy(() -> near.isend(farAddress, -1, 0, Slice.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> near.irecv(farAddress, -2, 0, Slice.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aProbeOfAnySourceFindsWhatAReceiveWouldGet() {
        try (Transport third = Transport.open(config)) {
            third.learn(other.card());
            other.learn(third.card());
            Endpoint thirdParty = third.openEndpoint();
            List<Endpoint> senders = List.of(near, thirdParty, other.openEndpoint());
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                for (Endpoint sender : senders) {
                    int length = i % 2 == 0 ? 1 + i : 600_000 + i;
                    sends.add(sender.isend(farAddress, i, CONTEXT, Slice.of(new byte[length])));
                }
            }
            thirdParty.isend(farAddress, 0, CONTEXT + 1, Slice.of(new short[1]));
            byte[] room = new byte[600_100];
            int[] counts = new int[senders.size()];
            for (int i = 0; i < 4 * senders.size(); i++) {
                Status seen = far.probe(EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG, CONTEXT);
                assertThat(far.iprobe(seen.source(), seen.tag(), CONTEXT)).isEqualTo(seen);
                Status got =
                        far.recv(
                                EndpointAddress.ANY_SOURCE,
                                Endpoint.ANY_TAG,
                                CONTEXT,
                                Slice.of(room));
                assertThat(got).isEqualTo(seen);
                int sender = 0;
                while (!senders.get(sender).address().equals(got.source())) {
                    sender++;
                }
                assertThat(got.tag()).as("in the order of its sender").isEqualTo(counts[sender]++);
            }
            assertThat(far.iprobe(EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG, CONTEXT)).isNull();
            assertThat(far.recv(thirdParty.address(), 0, CONTEXT + 1, Slice.of(new short[1])))
                    .isNotNull();
            sends.forEach(Request::await);
        }
    }

    @Test
    void receivesFromAnySourceWithAnyTagAndSaysWhich() {
        Endpoint second = one.openEndpoint();
        Endpoint local = other.openEndpoint();
        Set<EndpointAddress> senders = new HashSet<>();
        near.isend(farAddress, 1, CONTEXT, Slice.of(new byte[] {1}));
        second.isend(farAddress, 2, CONTEXT, Slice.of(new byte[] {2}));
        local.isend(farAddress, 3, CONTEXT, Slice.of(new byte[] {3}));
        for (int i = 0; i < 3; i++) {
            byte[] got = new byte[1];
            Status status =
                    far.recv(EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG, CONTEXT, Slice.of(got));
            assertThat(status.tag()).isEqualTo(got[0]);
            senders.add(status.source());
        }
        assertThat(senders)
                .containsExactlyInAnyOrder(nearAddress, second.address(), local.address());
    }

    @Test
    void prefersTheReceiveThatWasPostedFirst() {
        byte[] first = new byte[1];
        byte[] second = new byte[1];
        Request any =
                far.irecv(EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG, CONTEXT, Slice.of(first));
        Request exact = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(second));
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[] {1}));
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[] {2}));
        any.await();
        exact.await();
        assertThat(first).containsExactly(1);
        assertThat(second).containsExactly(2);
    }

    @Test
    void probesWithoutTakingTheMessage() {
        assertThat(far.iprobe(nearAddress, TAG, CONTEXT)).isNull();
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new short[] {1, 2, 3}));
        Status expected = new Status(nearAddress, TAG, CONTEXT, ElementType.SHORT, 3);
        assertThat(far.probe(EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG, CONTEXT))
                .isEqualTo(expected);
        assertThat(far.iprobe(nearAddress, TAG, CONTEXT)).isEqualTo(expected);
        assertThat(far.iprobe(nearAddress, TAG + 1, CONTEXT)).isNull();
        far.recv(nearAddress, TAG, CONTEXT, Slice.of(new short[3]));
        assertThat(far.iprobe(nearAddress, TAG, CONTEXT)).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 1_000_000})
    void completesASynchronousSendOnlyWhenItIsMatched(int length) {
        Request send = near.issend(farAddress, TAG, CONTEXT, Slice.of(new byte[length]));
        far.probe(nearAddress, TAG, CONTEXT);
        assertThatThrownBy(() -> send.await(Duration.ofMillis(20)))
                .isInstanceOf(TransportTimeoutException.class);
        assertThat(send.test()).isFalse();
        Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new byte[length]));
        send.await();
        receive.await();
    }

    @Test
    void givesUpTheReceiveThatWasCancelled() {
        byte[] untouched = new byte[1];
        Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(untouched));
        assertThat(receive.cancel()).isTrue();
        assertThatThrownBy(receive::await).isInstanceOf(TransportClosedException.class);
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[] {5}));
        byte[] got = new byte[1];
        Request next = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(got));
        next.await();
        assertThat(next.cancel()).isFalse();
        assertThat(got).containsExactly(5);
        assertThat(untouched).containsExactly(0);
    }

    @Test
    void awaitsAnyOfSeveralOperations() {
        Request[] receives = new Request[4];
        for (int i = 0; i < receives.length; i++) {
            receives[i] = far.irecv(nearAddress, i, CONTEXT, Slice.of(new byte[1]));
        }
        near.isend(farAddress, 2, CONTEXT, Slice.of(new byte[1]));
        assertThat(far.awaitAny(receives)).isEqualTo(2);
        near.isend(farAddress, 0, CONTEXT, Slice.of(new byte[1]));
        assertThat(far.awaitAny(receives[0], receives[1], receives[3])).isZero();
    }

    @Test
    void peeksAtEveryOperationOnce() {
        Set<Request> started = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            started.add(far.irecv(nearAddress, i, CONTEXT, Slice.of(new byte[1])));
        }
        for (int i = 4; i >= 0; i--) {
            near.isend(farAddress, i, CONTEXT, Slice.of(new byte[1]));
        }
        Set<Request> peeked = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            peeked.add(far.peek());
        }
        assertThat(peeked).isEqualTo(started);
    }

    @Test
    void aReceiveThatWasCancelledIsNotKeptForWhoPeeks() {
        Request cancelled = far.irecv(nearAddress, 1, CONTEXT, Slice.of(new byte[1]));
        assertThat(cancelled.cancel()).isTrue();
        Request complete = far.irecv(nearAddress, 2, CONTEXT, Slice.of(new byte[1]));
        near.send(farAddress, 2, CONTEXT, Slice.of(new byte[1]));

        assertThat(far.peek()).isSameAs(complete);
    }

    @Test
    void exchangesAgainAndAgainWithReusedSlices() throws Exception {
        int rounds = 3000;
        CompletableFuture<Long> partner = onThread(() -> exchangeRounds(far, nearAddress, rounds));
        long sum = exchangeRounds(near, farAddress, rounds);
        assertThat(sum).isEqualTo(partner.get()).isEqualTo((long) rounds * (rounds - 1) / 2);
    }

    private static long exchangeRounds(Endpoint endpoint, EndpointAddress peer, int rounds) {
        long[] out = new long[20_000];
        long[] in = new long[20_000];
        Slice source = new Slice();
        Slice destination = new Slice();
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            int count = i % 100 == 0 ? 20_000 : 1 + i % 50;
            out[0] = i;
            out[count - 1] = i;
            endpoint.exchange(
                    peer, i, CONTEXT, source.wrap(out, 0, count), destination.wrap(in, 0, count));
            assertThat(in[count - 1]).isEqualTo(i);
            sum += in[0];
        }
        return sum;
    }

    @Test
    void exchangesWithItself() {
        double[] destination = new double[3];
        near.exchange(
                nearAddress, TAG, CONTEXT, Slice.of(new double[] {1, 2, 3}), Slice.of(destination));
        assertThat(destination).containsExactly(1, 2, 3);
    }

    @ParameterizedTest(name = "{0} against {1} elements")
    @CsvSource({"3, 4", "4, 3", "0, 1", "300000, 300001", "300001, 300000", "1, 300000"})
    void failsAnExchangeOfDifferentCountsOnBothSides(int here, int there) {
        CompletableFuture<Void> partner = exchanging(far, nearAddress, new double[there]);
        assertThatThrownBy(() -> exchanging(near, farAddress, new double[here]).join())
                .cause()
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining(Integer.toString(here))
                .hasMessageContaining(Integer.toString(there));
        assertThatThrownBy(partner::join)
                .cause()
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining(Integer.toString(here))
                .hasMessageContaining(Integer.toString(there));
        assertStillWorks();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 200_000})
    void failsAnExchangeOfDifferentTypesOnBothSides(int count) {
        CompletableFuture<Void> partner = exchanging(far, nearAddress, new float[count * 2]);
        assertThatThrownBy(() -> exchanging(near, farAddress, new double[count]).join())
                .cause()
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("DOUBLE")
                .hasMessageContaining("FLOAT");
        assertThatThrownBy(partner::join).cause().isInstanceOf(MessageMismatchException.class);
        assertStillWorks();
    }

    private static CompletableFuture<Void> exchanging(
            Endpoint endpoint, EndpointAddress peer, Object array) {
        return onThread(
                () -> {
                    Object destination = array.getClass().cast(copyOf(array));
                    endpoint.exchange(peer, TAG, CONTEXT, Slice.of(array), Slice.of(destination));
                    return null;
                });
    }

    private static Object copyOf(Object array) {
        return Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
    }

    @ParameterizedTest
    @CsvSource({"10, 9", "2000000, 1999999"})
    void failsAReceiveThatIsTooShortAndConsumesTheMessage(int sent, int room) {
        Request send = near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[sent]));
        byte[] destination = new byte[room];
        assertThatThrownBy(() -> far.recv(nearAddress, TAG, CONTEXT, Slice.of(destination)))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining(Integer.toString(sent))
                .hasMessageContaining(Integer.toString(room));
        assertThat(destination).containsOnly(0);
        Awaitility.await().until(send::test);
        if (sent <= 4096) {
            awaitNewsOfMisfit();
        }
        assertStillWorks();
    }

    @Test
    void failsAReceiveOfAnotherType() {
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new int[] {1, 2}));
        assertThatThrownBy(() -> far.recv(nearAddress, TAG, CONTEXT, Slice.of(new float[2])))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("INT")
                .hasMessageContaining("FLOAT");
        awaitNewsOfMisfit();
        assertStillWorks();
    }

    /** The send was complete before: the next operation with that peer tells of it. */
    private void awaitNewsOfMisfit() {
        Awaitility.await()
                .untilAsserted(
                        () ->
                                assertThatThrownBy(() -> near.iprobe(farAddress, TAG, CONTEXT + 9))
                                        .isInstanceOf(MessageMismatchException.class));
    }

    private void assertStillWorks() {
        byte[] got = new byte[2];
        near.isend(farAddress, TAG, CONTEXT + 1, Slice.of(new byte[] {4, 2}));
        far.recv(nearAddress, TAG, CONTEXT + 1, Slice.of(got));
        assertThat(got).containsExactly(4, 2);
        near.issend(nearAddress, TAG, CONTEXT + 1, Slice.of(got));
        near.recv(nearAddress, TAG, CONTEXT + 1, Slice.of(got));
    }

    @Test
    void holdsBackASenderWhomNobodyReceives() {
        int messages = 4000;
        int length = 16 << 10;
        byte[] source = randomBytes(length, 1);
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            sends.add(near.isend(farAddress, i, CONTEXT, Slice.of(source)));
        }
        long kept = sends.stream().filter(send -> !send.test()).count();
        assertThat(kept).as("sends that are not complete without a receive").isPositive();
        byte[] destination = new byte[length];
        for (int i = 0; i < messages; i++) {
            Status status = far.recv(nearAddress, Endpoint.ANY_TAG, CONTEXT, Slice.of(destination));
            assertThat(status.tag()).isEqualTo(i);
        }
        assertThat(destination).isEqualTo(source);
        sends.forEach(Request::await);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void servesManyThreadsAtOnce(boolean virtual) throws Exception {
        int threads = 8;
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int tag = t;
            running.add(start(virtual, () -> pingPong(near, farAddress, tag, true)));
            running.add(start(virtual, () -> pingPong(far, nearAddress, tag, false)));
        }
        for (CompletableFuture<Void> one : running) {
            one.get();
        }
    }

    private static CompletableFuture<Void> start(boolean virtual, Runnable task) {
        return virtual
                ? onVirtualThread(
                        () -> {
                            task.run();
                            return null;
                        })
                : onThread(
                        () -> {
                            task.run();
                            return null;
                        });
    }

    private static void pingPong(Endpoint endpoint, EndpointAddress peer, int tag, boolean begins) {
        for (int i = 0; i < 200; i++) {
            int[] ball = new int[i % 50 == 0 ? 60_000 : 10];
            if (begins) {
                Arrays.fill(ball, i);
                endpoint.send(peer, tag, CONTEXT, Slice.of(ball));
            }
            int[] got = new int[ball.length];
            endpoint.recv(peer, tag, CONTEXT, Slice.of(got));
            assertThat(got[0]).isEqualTo(i);
            assertThat(got[got.length - 1]).isEqualTo(i);
            if (!begins) {
                endpoint.send(peer, tag, CONTEXT, Slice.of(got));
            }
        }
    }
}
