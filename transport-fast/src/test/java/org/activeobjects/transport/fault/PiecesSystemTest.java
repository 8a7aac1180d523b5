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
import java.util.Arrays;
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

    private final byte[] room = new byte[VictimMain.PIECES_LENGTH];
    private final Random random = new Random();
    private int taken;

    @Test
    void failsAReceiveWhoseSenderIsKilledBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        Request halfway = stopBetweenPieces();

        victim.kill();

        assertLost(lossOf(halfway::await));
        assertLost(lossOf(() -> endpoint.recv(peer, VictimMain.LARGE, 0, Slice.of(room))));
    }

    @Test
    void goesOnWhereASenderStoodStillBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        for (int i = 0; i < 3; i++) {
            Request halfway = stopBetweenPieces();
            assertThat(told).as("it may go on later").isNotDone();

            Signals.resume(victim.handle());

            expectWhole(halfway.await(PATIENCE));
        }
    }

    @Test
    void endsAReceiveWithTheTransportWhileItsSenderStandsStillBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        Request halfway = stopBetweenPieces();
        CompletableFuture<TransportException> ended = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                ended.completeExceptionally(
                                        new AssertionError("received " + halfway.await()));
                            } catch (TransportException e) {
                                ended.complete(e);
                            }
                        });

        bystanders.close();
        transport.close();

        assertThat(ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(TransportClosedException.class);
        byte[] left = room.clone();
        Signals.resume(victim.handle());
        victim.awaitExit(PATIENCE);
        assertThat(room).as("nothing is written after the end").isEqualTo(left);
    }

    @Test
    void endsAReceiveWithItsEndpointWhileItsSenderStandsStillBetweenTwoPieces() throws Exception {
        start("shm", "pieces");
        Request halfway = stopBetweenPieces();

        endpoint.close();

        assertThatThrownBy(() -> halfway.await(PATIENCE))
                .isInstanceOf(TransportClosedException.class);
        byte[] left = room.clone();
        Endpoint other = transport.openEndpoint();
        Request whatever = other.irecv(peer, VictimMain.LARGE, 0, Slice.of(new byte[1]));
        Signals.resume(victim.handle());
        bystanders.awaitProgress();
        assertThat(room).as("nothing is written after the end").isEqualTo(left);
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
                expectWhole(receive().await(PATIENCE));
            }

            victim.kill();

            PeerLostException loss = null;
            while (loss == null) {
                try {
                    expectWhole(receive().await(PATIENCE));
                } catch (PeerLostException e) {
                    loss = e;
                }
            }
            assertThat(loss).hasMessageContaining("pid " + victim.handle().pid());
            assertThat(endpoint.iprobe(peer, VictimMain.LARGE, 0)).isNull();
            bystanders.awaitProgress();
        }
    }

    /** A receive of which some pieces are here, while its sender stands still. */
    private Request stopBetweenPieces() throws Exception {
        while (true) {
            for (int more = random.nextInt(20); more > 0; more--) {
                expectWhole(receive().await(PATIENCE));
            }
            Request pending = receive();
            Signals.stop(victim.handle());
            bystanders.awaitProgress();
            while (pending.test()) {
                expectWhole(pending.await());
                pending = receive();
                bystanders.awaitProgress();
            }
            if (room[0] != 0) {
                assertThat(room[room.length - 1]).isZero();
                return pending;
            }
            Signals.resume(victim.handle());
            expectWhole(pending.await(PATIENCE));
        }
    }

    private Request receive() {
        Arrays.fill(room, (byte) 0);
        return endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(room));
    }

    private void expectWhole(Status status) {
        assertThat(status.count()).isEqualTo(VictimMain.PIECES_LENGTH);
        byte[] wanted = new byte[VictimMain.PIECES_LENGTH];
        Arrays.fill(wanted, VictimMain.valueOf(taken++));
        assertThat(room).isEqualTo(wanted);
    }
}
