package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A sender that stands still, or dies, when some pieces of an array are in shared memory and others
 * are not: arrays of up to 64 KiB come at once, each quarter as soon as it is there.
 */
@Tag("system")
@Timeout(120)
class PiecesSystemTest extends SurvivorTest {

    /** Messages that a sender writes for long enough to be stopped meanwhile. */
    private static final int MANY = 32;

    private final Random random = new Random();
    private int taken;

    /** Room for one message, full of zeros at first, and the receive that fills it. */
    private record Receive(Request request, byte[] room) {

        Status await() {
            return request.await(PATIENCE);
        }

        /** Whether something has come, if not all. */
        boolean hasBegun() {
            return room[0] != 0;
        }
    }

    @Test
    void failsAReceiveWhoseSenderIsKilledBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        Receive halfway = stopBetweenPieces();

        victim.kill();

        assertLost(lossOf(halfway::await));
        assertLost(lossOf(() -> receive().await()));
    }

    @Test
    void goesOnWhereASenderStoodStillBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        for (int i = 0; i < 3; i++) {
            Receive halfway = stopBetweenPieces();
            assertThat(told).as("it may go on later").isNotDone();

            Signals.resume(victim.handle());

            expectWhole(halfway);
        }
    }

    @Test
    void endsAReceiveWithTheTransportWhileItsSenderStandsStillBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        Receive halfway = stopBetweenPieces();
        CompletableFuture<TransportException> ended = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                ended.completeExceptionally(
                                        new AssertionError("received " + halfway.request.await()));
                            } catch (TransportException e) {
                                ended.complete(e);
                            }
                        });

        bystanders.close();
        transport.close();

        assertThat(ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(TransportClosedException.class);
        byte[] left = halfway.room.clone();
        Signals.resume(victim.handle());
        victim.awaitExit(PATIENCE);
        assertThat(halfway.room).as("nothing is written after the end").isEqualTo(left);
    }

    @Test
    void endsAReceiveWithItsEndpointWhileItsSenderStandsStillBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        Receive halfway = stopBetweenPieces();

        endpoint.close();

        assertThatThrownBy(halfway::await).isInstanceOf(TransportClosedException.class);
        byte[] left = halfway.room.clone();
        Endpoint other = transport.openEndpoint();
        Request whatever = other.irecv(peer, VictimMain.LARGE, 0, Slice.of(new byte[1]));
        Signals.resume(victim.handle());
        bystanders.awaitProgress();
        assertThat(halfway.room).as("nothing is written after the end").isEqualTo(left);
        assertThat(told).as("the peer is none the worse for it").isNotDone();
        assertThat(whatever.cancel()).isTrue();
    }

    /** Most of them find no receive, and lie in memory of the transport's. */
    @Test
    void keepsWhatIsWholeAndNothingElseOfASenderKilledWhileItSends() throws Exception {
        open("shm", Duration.ofSeconds(10));
        for (int i = 0; i < 5; i++) {
            startVictim("pieces");
            taken = 0;
            for (int wanted = random.nextInt(20); taken < wanted; ) {
                expectWhole(receive());
            }

            victim.kill();

            PeerLostException loss = null;
            while (loss == null) {
                try {
                    expectWhole(receive());
                } catch (PeerLostException e) {
                    loss = e;
                }
            }
            assertThat(loss).hasMessageContaining("pid " + victim.handle().pid());
            assertThatThrownBy(() -> endpoint.iprobe(peer, VictimMain.LARGE, 0))
                    .isInstanceOf(PeerLostException.class);
            bystanders.awaitProgress();
        }
    }

    /** A receive of which some pieces are here, while its sender stands still. */
    private Receive stopBetweenPieces() throws Exception {
        while (true) {
            // Until the last of them is served, the sender does little else than write.
            Deque<Receive> pending = new ArrayDeque<>();
            for (int i = 0; i < MANY; i++) {
                pending.add(receive());
            }
            for (int more = random.nextInt(MANY / 2); more > 0; more--) {
                expectWhole(pending.remove());
            }
            Signals.stop(victim.handle());
            do {
                bystanders.awaitProgress();
            } while (takeWhatIsWhole(pending));
            if (!pending.isEmpty() && pending.element().hasBegun()) {
                Receive halfway = pending.remove();
                assertThat(halfway.room[halfway.room.length - 1]).isZero();
                assertThat(pending).as("receives behind it").allMatch(one -> one.request.cancel());
                return halfway;
            }
            Signals.resume(victim.handle());
            pending.forEach(this::expectWhole);
        }
    }

    /** Whether there was any. */
    private boolean takeWhatIsWhole(Deque<Receive> pending) {
        int before = pending.size();
        while (!pending.isEmpty() && pending.element().request.test()) {
            expectWhole(pending.remove());
        }
        return pending.size() < before;
    }

    private Receive receive() {
        byte[] room = new byte[VictimMain.PIECES_LENGTH];
        return new Receive(endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(room)), room);
    }

    private void expectWhole(Receive receive) {
        assertThat(receive.await().count()).isEqualTo(VictimMain.PIECES_LENGTH);
        byte[] wanted = new byte[VictimMain.PIECES_LENGTH];
        Arrays.fill(wanted, VictimMain.valueOf(taken++));
        assertThat(receive.room).isEqualTo(wanted);
    }
}
