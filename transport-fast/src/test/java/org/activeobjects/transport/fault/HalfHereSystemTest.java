package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An endpoint that is closed when its sender has stopped in the middle of an array: the receive
 * ends at once, and when the sender goes on nothing more is written.
 */
@Tag("system")
@Timeout(120)
class HalfHereSystemTest extends SurvivorTest {

    private static final String LINKS = "org.activeobjects.transport.fault.Links#acrossProcesses";

    private final byte[] room = new byte[VictimMain.HUGE_LENGTH];

    @ParameterizedTest
    @MethodSource(LINKS)
    void endsAReceiveAndWritesNothingMoreWhenTheSenderGoesOn(String link) throws Exception {
        start(link, "sending");
        Request halfway = stopHalfway();

        closeEndpoint();
        byte[] left = room.clone();

        assertThatThrownBy(() -> halfway.await(PATIENCE))
                .isInstanceOf(TransportClosedException.class);
        bystanders.awaitProgress();
        Signals.resume(victim.handle());
        victim.awaitExit(PATIENCE); // its next send finds no receiver
        assertThat(Arrays.equals(room, left)).as("nothing is written after the end").isTrue();
        bystanders.awaitProgress();
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void endsAReceiveWhoseSenderIsKilledWhereItStoodStill(String link) throws Exception {
        start(link, "sending");
        Request halfway = stopHalfway();

        closeEndpoint();
        byte[] left = room.clone();
        victim.kill();

        assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
        assertThatThrownBy(() -> halfway.await(PATIENCE))
                .isInstanceOf(TransportClosedException.class);
        assertThat(Arrays.equals(room, left)).as("nothing is written after the end").isTrue();
        bystanders.awaitProgress();
    }

    private void closeEndpoint() throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            endpoint.close();
                            closed.complete(null);
                        });
        closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** A receive of which some bytes are here, while its sender stands still. */
    private Request stopHalfway() throws Exception {
        while (true) {
            Arrays.fill(room, (byte) 0);
            Request receive = endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(room));
            while (!VictimMain.isHere(room, 0)) {
                var _ = receive.test();
            }
            Signals.stop(victim.handle());
            bystanders.awaitProgress();
            if (!receive.test()) {
                assertThat(VictimMain.isHere(room, room.length - 1)).isFalse();
                return receive;
            }
            receive.await();
            Signals.resume(victim.handle());
        }
    }
}
