package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Endpoint.Message;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A message that a matched probe has kept is received by who has it; over whatever link. */
public abstract class MatchedProbesContract extends TwoTransports {

    private static final int SHORT = 40;
    private static final int LONG = 3_000_000;

    protected MatchedProbesContract(String link) {
        super(link);
    }

    private List<Endpoint> receivers() {
        return List.of(far, one.openEndpoint());
    }

    private static Message probe(Endpoint at, EndpointAddress source, int tag) {
        return at.mprobe(source, tag, CONTEXT, PATIENCE);
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 2, 5000, 70_000, LONG})
    void nobodyElseFindsOrReceivesIt(int length) {
        for (Endpoint to : receivers()) {
            byte[] first = randomBytes(length, 1);
            byte[] second = randomBytes(length + 1, 2);
            Request send = near.isend(to.address(), TAG, CONTEXT, Slice.of(first));
            Request next = near.isend(to.address(), TAG, CONTEXT, Slice.of(second));
            Message kept = probe(to, nearAddress, TAG);
            assertThat(kept.status().count()).isEqualTo(length);
            assertThat(kept).hasToString("message " + kept.status());

            assertThat(to.probe(nearAddress, TAG, CONTEXT, PATIENCE).count()).isEqualTo(length + 1);
            assertThat(receive(to, length + 1)).isEqualTo(second);
            assertThat(to.iprobe(nearAddress, TAG, CONTEXT)).isNull();
            assertThat(to.improbe(nearAddress, TAG, CONTEXT)).isNull();

            byte[] got = new byte[length];
            assertThat(kept.irecv(Slice.of(got)).await()).isEqualTo(kept.status());
            assertThat(got).isEqualTo(first);
            Request.awaitAll(send, next);
        }
    }

    private byte[] receive(Endpoint at, int length) {
        byte[] room = new byte[length];
        at.recv(nearAddress, TAG, CONTEXT, Slice.of(room));
        return room;
    }

    @Test
    void itMayBeFromAnySourceAndOfAnyTag() {
        for (Endpoint to : receivers()) {
            near.send(to.address(), TAG + 5, CONTEXT, Slice.of(new int[] {4, 5}));
            Message kept = probe(to, EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG);
            assertThat(kept.status().source()).isEqualTo(nearAddress);
            assertThat(kept.status().tag()).isEqualTo(TAG + 5);

            int[] got = new int[2];
            kept.irecv(Slice.of(got)).await();
            assertThat(got).containsExactly(4, 5);
        }
    }

    @Test
    void itIsReceivedOnce() {
        near.send(farAddress, TAG, CONTEXT, Slice.of(new int[] {4}));
        Message kept = probe(far, nearAddress, TAG);
        assertThatThrownBy(() -> kept.irecv(null)).isInstanceOf(NullPointerException.class);

        int[] got = new int[1];
        kept.irecv(Slice.of(got)).await();
        assertThat(got).containsExactly(4);
        assertThatThrownBy(() -> kept.irecv(Slice.of(got)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("received already")
                .hasMessageContaining("tag=" + TAG);
    }

    @Test
    void anObjectIsReceivedAsOne() {
        for (Endpoint to : receivers()) {
            near.sendObject(to.address(), TAG, CONTEXT, List.of("a", "b"));
            Request receive = probe(to, nearAddress, TAG).irecvObject();
            receive.await();
            assertThat(receive.object()).isEqualTo(List.of("a", "b"));
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {SHORT, LONG})
    void oneThatDoesNotFitFailsOnBothSides(int length) {
        for (Endpoint to : receivers()) {
            Request send = near.issend(to.address(), TAG, CONTEXT, Slice.of(new byte[length]));
            Message kept = probe(to, nearAddress, TAG);
            for (Request failing : List.of(kept.irecv(Slice.of(new byte[length - 1])), send)) {
                assertThatThrownBy(failing::await)
                        .isInstanceOf(MessageMismatchException.class)
                        .hasMessageContaining("BYTE[" + length + "]");
            }
        }
    }

    @Test
    void whereTagsAreComparedOneWithAnotherTagFails() {
        far.compareTags(CONTEXT);
        near.isend(farAddress, TAG + 1, CONTEXT, Slice.of(new int[1]));
        Message kept = probe(far, nearAddress, TAG);
        assertThat(kept.status().tag()).isEqualTo(TAG + 1);
        assertThatThrownBy(() -> kept.irecv(Slice.of(new int[1])).await())
                .isInstanceOf(MessageMismatchException.class);
    }

    @Test
    void thereIsNoneInTime() {
        near.send(farAddress, TAG + 1, CONTEXT, Slice.of(new int[2]));
        assertThatThrownBy(() -> far.mprobe(nearAddress, TAG, CONTEXT, Duration.ofMillis(20)))
                .isInstanceOf(TransportTimeoutException.class)
                .hasMessageContaining("mprobe")
                .hasMessageContaining("tag=" + TAG);
        assertThat(receiveOf(TAG + 1).count()).isEqualTo(2);
    }

    private Status receiveOf(int tag) {
        return far.recv(nearAddress, tag, CONTEXT, Slice.of(new int[2]));
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {SHORT, LONG})
    void anEndpointThatClosesTurnsItDown(int length) {
        for (Endpoint to : receivers()) {
            Request send = near.issend(to.address(), TAG, CONTEXT, Slice.of(new byte[length]));
            Message kept = probe(to, nearAddress, TAG);
            to.close();
            assertThatThrownBy(() -> kept.irecv(Slice.of(new byte[length])).await())
                    .isInstanceOf(TransportClosedException.class);
            assertThatThrownBy(send::await).isInstanceOf(TransportClosedException.class);
        }
    }

    @Test
    void ofASenderThatEndsAShortOneIsReceivedAndALongOneFails() {
        near.isend(farAddress, TAG, CONTEXT, Slice.of(randomBytes(SHORT, 1)));
        near.isend(farAddress, TAG + 1, CONTEXT, Slice.of(new byte[LONG]));
        Message whole = probe(far, nearAddress, TAG);
        Message announced = probe(far, nearAddress, TAG + 1);
        one.close();
        Awaitility.await().untilAsserted(() -> assertNothingComes());

        byte[] got = new byte[SHORT];
        whole.irecv(Slice.of(got)).await();
        assertThat(got).isEqualTo(randomBytes(SHORT, 1));
        assertThatThrownBy(() -> announced.irecv(Slice.of(new byte[LONG])).await())
                .isInstanceOf(TransportException.class);
    }

    private void assertNothingComes() {
        assertThatThrownBy(() -> far.iprobe(nearAddress, TAG + 2, CONTEXT))
                .isInstanceOf(TransportException.class);
    }

    @Test
    void whatTheSendingEndpointTakesBackByItsEndFails() {
        for (Endpoint to : receivers()) {
            Endpoint from = one.openEndpoint();
            from.issend(to.address(), TAG, CONTEXT, Slice.of(new byte[LONG]));
            Message kept = probe(to, from.address(), TAG);
            from.close();
            assertThatThrownBy(() -> kept.irecv(Slice.of(new byte[LONG])).await(PATIENCE))
                    .isInstanceOf(TransportClosedException.class);
            near.send(to.address(), TAG, CONTEXT, Slice.of(new byte[SHORT]));
            assertThat(receive(to, SHORT)).as("the next message").hasSize(SHORT);
        }
    }

    /** What a probe that leaves the message could not do: make the room that fits. */
    @Test
    void severalThreadsReceiveAtOneEndpointEachMessageOnce() {
        int messages = 400;
        int[] lengths = {0, 3, 2000, 70_000, 600_000};
        var received = new ConcurrentHashMap<Integer, Integer>();
        var left = new AtomicInteger(messages);
        List<CompletableFuture<Object>> threads =
                IntStream.range(0, 3)
                        .mapToObj(i -> onThread(() -> receiveSome(left, received)))
                        .toList();
        for (int i = 0; i < messages; i++) {
            byte[] source = randomBytes(lengths[i % lengths.length] + 1, i);
            near.send(farAddress, i, CONTEXT, Slice.of(source));
        }
        threads.forEach(CompletableFuture::join);

        assertThat(received).hasSize(messages);
        assertThat(received.values()).containsOnly(1);
    }

    private Object receiveSome(AtomicInteger left, ConcurrentHashMap<Integer, Integer> received) {
        while (left.getAndDecrement() > 0) {
            Message kept = probe(far, nearAddress, Endpoint.ANY_TAG);
            byte[] room = new byte[(int) kept.status().count()];
            kept.irecv(Slice.of(room)).await();
            int tag = kept.status().tag();
            assertThat(room).isEqualTo(randomBytes(room.length, tag));
            received.merge(tag, 1, Integer::sum);
        }
        return null;
    }
}
