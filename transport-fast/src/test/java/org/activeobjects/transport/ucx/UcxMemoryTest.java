package org.activeobjects.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.posix.RefusingKernel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Memory outside of the heap, which UCX moves by itself, between two transports. */
@Timeout(60)
class UcxMemoryTest {

    private static final String SHARED = "posix,self";
    private static final String SOCKETS = "tcp,self";
    private static final String ALL = "all";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int EAGAIN = 11;
    private static final int[] LENGTHS = {
        1, 64, 8128, 8129, 65_536, 65_537, 262_144, 262_145, 1 << 20, 9_000_001
    };

    private final Arena arena = Arena.ofAuto(); // UCX does not get what a program may close
    private UnaryOperator<RuntimeCard> cardOfOne = card -> card;
    private Transport one;
    private Transport other;
    private Endpoint near;
    private Endpoint far;
    private EndpointAddress toFar;
    private EndpointAddress toNear;

    @BeforeAll
    static void requireLibrary() {
        UcxHere.assume();
    }

    private void open(String devices, String peerErrors) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("memory-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withLinks("ucx")
                        .withTimeouts(PATIENCE, PATIENCE)
                        .withSetting("ucx.tls", devices)
                        .withSetting("ucx.peerErrors", peerErrors);
        one = Transport.open(config);
        other = Transport.open(config);
        one.learn(other.card());
        other.learn(cardOfOne.apply(one.card()));
        near = one.openEndpoint();
        far = other.openEndpoint();
        toFar = far.address();
        toNear = near.address();
    }

    @AfterEach
    void close() {
        if (one != null) {
            one.close();
            other.close();
        }
    }

    private MemorySegment random(long length, long seed) {
        MemorySegment memory = arena.allocate(length);
        byte[] bytes = new byte[(int) length];
        new Random(seed).nextBytes(bytes);
        return memory.copyFrom(MemorySegment.ofArray(bytes));
    }

    private static Slice slice(MemorySegment memory) {
        return Slice.of(memory, ElementType.BYTE);
    }

    private static void assertSame(MemorySegment actual, MemorySegment expected) {
        assertThat(actual.mismatch(expected)).as("first byte that differs").isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void comesWholeIntoMemoryThatWaitsOrComesLater(String devices) {
        open(devices, "auto");
        for (int length : LENGTHS) {
            MemorySegment source = random(length, length);
            for (int round = 0; round < 5; round++) {
                MemorySegment waiting = arena.allocate(length);
                Request receive = far.irecv(toNear, 1, 0, slice(waiting));
                near.send(toFar, 1, 0, slice(source));
                receive.await();
                assertSame(waiting, source);

                MemorySegment late = arena.allocate(length);
                Request send = near.isend(toFar, 2, 0, slice(source));
                far.probe(toNear, 2, 0);
                far.recv(toNear, 2, 0, slice(late));
                send.await();
                assertSame(late, source);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void goesIntoArraysAndComesOutOfArrays(String devices) {
        open(devices, "auto");
        for (int length : LENGTHS) {
            MemorySegment source = random(length, length);
            byte[] array = new byte[length];
            Request receive = far.irecv(toNear, 1, 0, Slice.of(array));
            near.send(toFar, 1, 0, slice(source));
            receive.await();
            assertSame(MemorySegment.ofArray(array), source);

            MemorySegment destination = arena.allocate(length);
            receive = far.irecv(toNear, 1, 0, slice(destination));
            near.send(toFar, 1, 0, Slice.of(array));
            receive.await();
            assertSame(destination, source);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void keepsTheOrderOfManyUnderWayBothWays(String devices) {
        open(devices, "auto");
        int count = 100;
        int length = 100_000;
        Request[] requests = new Request[4 * count];
        MemorySegment[] in = new MemorySegment[2 * count];
        for (int i = 0; i < count; i++) {
            in[2 * i] = arena.allocate(length);
            in[2 * i + 1] = arena.allocate(length);
            requests[4 * i] = near.isend(toFar, 1, 0, slice(random(length, i)));
            requests[4 * i + 1] = far.isend(toNear, 1, 0, slice(random(length, -i)));
            requests[4 * i + 2] = far.irecv(toNear, 1, 0, slice(in[2 * i]));
            requests[4 * i + 3] = near.irecv(toFar, 1, 0, slice(in[2 * i + 1]));
        }
        for (Request request : requests) {
            request.await();
        }
        for (int i = 0; i < count; i++) {
            assertSame(in[2 * i], random(length, i));
            assertSame(in[2 * i + 1], random(length, -i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void isTheProgramsAgainWhenTheEndpointOfAnUnmatchedSendIsClosed(String devices) {
        open(devices, "auto");
        for (int length : LENGTHS) {
            Endpoint closing = one.openEndpoint();
            try (RegisteredBuffer own = one.allocate(length);
                    RegisteredBuffer.View view = own.view(ElementType.BYTE)) {
                Request send = closing.issend(toFar, 5, 0, view.slice());
                far.probe(closing.address(), 5, 0);
                closing.close();
                assertThatThrownBy(send::await).isInstanceOf(TransportException.class);
            }
            assertStillTalking();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void isNotWrittenAfterTheEndpointOfAReceiveIsClosed(String devices) throws Exception {
        open(devices, "auto");
        closeReceivesThatAreUnderWay();
    }

    /** A process of another container has another number there, and none here. */
    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS})
    void isNotWrittenEitherWhereTheSendersProcessCannotBeSeen(String devices) throws Exception {
        cardOfOne = UcxMemoryTest::ofAProcessThatCannotBeSeen;
        open(devices, "auto");
        closeReceivesThatAreUnderWay();
    }

    private static RuntimeCard ofAProcessThatCannotBeSeen(RuntimeCard card) {
        return new RuntimeCard(
                card.id(),
                card.hostName(),
                card.hostId(),
                Integer.MAX_VALUE,
                card.address(),
                card.port(),
                card.links());
    }

    private void closeReceivesThatAreUnderWay() throws InterruptedException {
        int length = 4 << 20;
        MemorySegment source = random(length, 1).fill((byte) 1);
        for (int i = 0; i < 20; i++) {
            MemorySegment memory = arena.allocate(length);
            Endpoint closing = other.openEndpoint();
            Thread receiver =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        closing.probe(toNear, 6, 0);
                                        closing.irecv(toNear, 6, 0, slice(memory));
                                        closing.close();
                                        memory.fill((byte) 0);
                                    });
            Request send = near.isend(closing.address(), 6, 0, slice(source));
            try {
                send.await();
            } catch (TransportException e) {
                assertThat(e).hasMessageContaining("clos");
            }
            receiver.join();
            assertStillTalking();
            assertSame(memory, arena.allocate(length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void isTheProgramsAgainWhenThePeerCloses(String peerErrors) {
        open(SOCKETS, peerErrors);
        try (Arena own = Arena.ofShared()) {
            Request small = near.issend(toFar, 5, 0, slice(own.allocate(5000)));
            Request large = near.issend(toFar, 5, 0, slice(own.allocate(50_000_000)));
            far.probe(toNear, 5, 0);
            other.close();
            assertThatThrownBy(small::await).isInstanceOf(TransportException.class);
            assertThatThrownBy(large::await).isInstanceOf(TransportException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void isTheProgramsAgainWhenTheTransportCloses(String peerErrors) {
        open(SOCKETS, peerErrors);
        try (Arena own = Arena.ofShared()) {
            Request send = near.issend(toFar, 5, 0, slice(own.allocate(50_000_000)));
            far.probe(toNear, 5, 0);
            one.close();
            assertThatThrownBy(send::await).isInstanceOf(TransportException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void mayBeClosedByTheProgramWhileItIsSentFrom(String devices) {
        open(devices, "auto");
        int length = 20_000_000;
        for (int i = 0; i < 3; i++) {
            Request send;
            try (Arena own = Arena.ofShared()) {
                send = near.isend(toFar, 5, 0, slice(own.allocate(length)));
                far.probe(toNear, 5, 0);
            }
            Request receive = far.irecv(toNear, 5, 0, slice(arena.allocate(length)));
            assertThatThrownBy(receive::await).isInstanceOf(TransportException.class);
            assertThatThrownBy(send::await)
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the memory of a send was closed");
            assertStillTalking();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void mayBeClosedByTheProgramWhileItIsReceivedInto(String devices) {
        open(devices, "auto");
        int length = 20_000_000;
        Request receive;
        try (Arena own = Arena.ofShared()) {
            receive = far.irecv(toNear, 5, 0, slice(own.allocate(length)));
        }
        Request send = near.isend(toFar, 5, 0, slice(arena.allocate(length)));
        assertThatThrownBy(receive::await)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the memory of a receive was closed");
        assertThatThrownBy(send::await).hasMessageContaining("the memory of a receive was closed");
        assertStillTalking();
    }

    private void assertStillTalking() {
        MemorySegment source = random(300_000, 1);
        MemorySegment destination = arena.allocate(300_000);
        Request receive = far.irecv(toNear, 9, 0, slice(destination));
        near.send(toFar, 9, 0, slice(source));
        receive.await();
        assertSame(destination, source);
        assertThat(destination.get(ValueLayout.JAVA_BYTE, 7))
                .isEqualTo(source.get(ValueLayout.JAVA_BYTE, 7));
    }

    @Test
    void isRegisteredLaterIfTheThreadThatWatchesCannotBeHadAtFirst() {
        open(SHARED, "auto");
        other.allocate(8).close(); // UCX ends the process where it finds no thread of its own
        String watching = "activeobjects-ucx-" + one.card().id();
        RefusingKernel.CLONE3.during(
                EAGAIN,
                () ->
                        assertThatThrownBy(() -> one.allocate(8))
                                .isInstanceOf(OutOfMemoryError.class));

        one.allocate(8).close();

        assertThat(Thread.getAllStackTraces().keySet())
                .anyMatch(thread -> thread.getName().equals(watching));
    }
}
