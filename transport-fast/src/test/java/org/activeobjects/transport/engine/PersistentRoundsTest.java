package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** A persistent exchange of which one round fails while its thread goes on to the next. */
@Timeout(60)
class PersistentRoundsTest {

    private static final int TAG = 7;
    private static final int LENGTH = 8192;
    private static final int BYTE = ElementType.BYTE.wireId();

    private final HoldingBell bell = new HoldingBell();
    private final LoneEngine alone = new LoneEngine(bell);
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final EndpointAddress there = new EndpointAddress(peer.id(), 1);
    private final RecordingLink link = new RecordingLink();

    /** Holds up one thread that has completed something, when it wakes another that sleeps. */
    private static final class HoldingBell implements Doorbell {

        final CountDownLatch hasSleeper = new CountDownLatch(1);
        final CountDownLatch isHeld = new CountDownLatch(1);
        final CountDownLatch goesOn = new CountDownLatch(1);
        volatile Thread toBeHeld;
        private final ParkingDoorbell inner = new ParkingDoorbell();
        private final CountDownLatch isOver = new CountDownLatch(1);

        @Override
        public void arm(int level) {
            inner.arm(level);
        }

        @Override
        public int level() {
            return inner.level();
        }

        @Override
        public void sleep(int level, long maxNs) {
            inner.sleep(level, maxNs);
        }

        @Override
        public void sleepAlone(int level, long maxNs) {
            hasSleeper.countDown();
            await(isOver);
        }

        @Override
        public void ring() {
            if (Thread.currentThread() == toBeHeld) {
                isHeld.countDown();
                await(goesOn);
            }
            inner.ring();
        }

        @Override
        public void close() {
            inner.close();
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @AfterEach
    void close() {
        bell.goesOn.countDown();
        bell.isOver.countDown();
        alone.close();
    }

    @Test
    void whatFailsARoundDoesNotFailTheNextOne() throws InterruptedException {
        peer.attach(link);
        sleepWithTheLinks();
        PersistentRequest exchange =
                engine.openEndpoint()
                        .exchangeInit(
                                there,
                                TAG,
                                0,
                                Slice.of(new byte[LENGTH]),
                                Slice.of(new byte[LENGTH]));
        exchange.start();
        int senderId = (int) (link.next().header().word3() >>> 48);
        feed(Wire.EAGER, BYTE, 2, TAG, new byte[LENGTH]);
        byte[] text = "does not fit".getBytes(StandardCharsets.UTF_8);
        Thread refusing =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    bell.toBeHeld = Thread.currentThread();
                                    feed(Wire.REFUSAL, Wire.MISMATCH, 0, senderId, text);
                                });
        bell.isHeld.await();
        assertThatThrownBy(exchange::await).isInstanceOf(MessageMismatchException.class);
        exchange.start();
        bell.goesOn.countDown();
        refusing.join();

        assertThat(exchange.test()).isFalse();
        bell.isOver.countDown();
        feed(Wire.EAGER, BYTE, 2, TAG, new byte[LENGTH]);
        int next = (int) (link.next().header().word3() >>> 48);
        feed(Wire.CLEAR_TO_SEND, 0, next, 1, new byte[0]);
        exchange.await();
    }

    @Test
    void thatFailOrWereNeverStartedKeepNoOtherFromItsEnd() {
        peer.attach(link);
        Endpoint endpoint = engine.openEndpoint();
        Slice room = Slice.of(new byte[1]);
        PersistentRequest failing = endpoint.recvInit(there, TAG, 0, room);
        PersistentRequest never = endpoint.recvInit(there, TAG, 0, room);
        PersistentRequest last = endpoint.recvInit(there, TAG + 1, 0, room);
        PersistentRequest.startAll(failing, last);
        feed(Wire.EAGER, BYTE, 1, TAG, new byte[2]);
        feed(Wire.EAGER, BYTE, 1, TAG + 1, new byte[1]);

        assertThatThrownBy(() -> PersistentRequest.awaitAll(failing, never, last))
                .isInstanceOf(MessageMismatchException.class)
                .satisfies(
                        first ->
                                assertThat(first.getSuppressed())
                                        .singleElement()
                                        .isInstanceOf(IllegalStateException.class)
                                        .asString()
                                        .contains("no round was started"));
        assertThat(failing.isActive()).isFalse();
        assertThat(last.isActive()).isFalse();
        assertThat(last.status()).isNotNull();
    }

    /** Has a thread keep the right to move the links, asleep, so that who completes wakes it. */
    private void sleepWithTheLinks() throws InterruptedException {
        Endpoint another = engine.openEndpoint();
        Request never = another.irecv(there, TAG + 1, 0, Slice.of(new byte[1]));
        Thread.ofPlatform().daemon().start(() -> another.awaitAny(never));
        bell.hasSleeper.await();
    }

    private void feed(int kind, int type, int to, int tag, byte[] payload) {
        FrameHeader header = new FrameHeader();
        header.set(kind, type, 0, payload.length, 1, to, tag, 0, 0);
        RecordingLink.feed(peer, header, payload);
    }
}
