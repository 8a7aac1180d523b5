package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.time.Duration;

/** A sender that stands still, or dies, while the kernel reads its heap for the receiver. */
@Tag("system")
@Timeout(120)
@EnabledIfSystemProperty(
        named = "activeobjects.testing.collector",
        matches = "G1",
        disabledReason = "arrays can be pinned with G1 only")
class HeapReadsSystemTest extends SurvivorTest {

    private final byte[] room = new byte[VictimMain.HUGE_LENGTH];

    /** Only who needs nothing of the sender's can have the elements while it stands still. */
    @Test
    void readsWhatASenderHasAnnouncedThatStandsStill() throws Exception {
        start("shm", "sending");
        int tries = 0;
        while (!isReadWhileTheSenderStandsStill()) {
            assertThat(++tries).as("messages in frames").isLessThan(20);
        }
        assertThat(told).isNotDone();
        for (int i = 0; i < 3; i++) {
            endpoint.recv(peer, VictimMain.LARGE, 0, Slice.of(room));
        }
    }

    private boolean isReadWhileTheSenderStandsStill() throws Exception {
        while (endpoint.iprobe(peer, VictimMain.LARGE, 0) == null) {
            Thread.onSpinWait();
        }
        Signals.stop(victim.handle());
        Request receive = endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(room));
        boolean isRead = true;
        try {
            assertThat(receive.await(Duration.ofMillis(500)).count()).isEqualTo(room.length);
            assertThat(room[room.length - 1]).isEqualTo((byte) 1);
        } catch (TransportTimeoutException e) {
            assertThat(e).hasMessageContaining("operation=receive");
            isRead = false;
        }
        Signals.resume(victim.handle());
        return isRead || receive.await(PATIENCE).count() == 0;
    }

    @Test
    void failsAReceiveWhoseSenderIsKilledBeforeItsHeapIsRead() throws Exception {
        start("shm", "sending");
        for (int tries = 0; !isReadWhileTheSenderStandsStill(); tries++) {
            assertThat(tries).as("messages in frames").isLessThan(20);
        }
        while (endpoint.iprobe(peer, VictimMain.LARGE, 0) == null) {
            Thread.onSpinWait();
        }

        victim.kill();

        assertLost(lossOf(() -> endpoint.recv(peer, VictimMain.LARGE, 0, Slice.of(room))));
        assertLost(lossOf(() -> endpoint.recv(peer, VictimMain.LARGE, 0, Slice.of(room))));
    }
}
