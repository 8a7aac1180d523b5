package org.activeobjects.transport.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/** Work that is left to who waits, or will. */
@Timeout(60)
class SharedWorkTest {

    private static final long SOON_NS = 1_000_000;

    private final ParkingDoorbell bell = new ParkingDoorbell();
    private final Progress progress = new Progress("test-progress", bell, 1);
    private final Work work = new Work();
    private final Work other = new Work();

    /** Something whose work is only noted. */
    private static final class Work extends SharedWork {

        private final List<Outgoing> done = new ArrayList<>();
        private boolean completes = true;

        @Override
        protected void work(Outgoing left) {
            done.add(left);
            if (completes) {
                complete();
            }
        }

        @Override
        public boolean sendChunk(Link link, FrameHeader header) {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public boolean isSent() {
            return true;
        }

        @Override
        public ControlFrame abortion() {
            throw new AssertionError("nothing is sent");
        }
    }

    @AfterEach
    void close() {
        progress.close();
        bell.close();
    }

    @Test
    void nothingIsLeftWhileNobodyWaits() {
        assertThat(work.leave(other)).isFalse();
        assertThat(work.isLeft(other)).isFalse();
    }

    @Test
    void whatIsOfferedBeforeIsDoneByWhoComesToWait() {
        assertThat(work.offer(other)).isTrue();
        assertThat(work.isLeft(other)).isTrue();

        assertThat(work.awaitWorking(progress, Long.MAX_VALUE, true)).isTrue();

        assertThat(work.done).containsExactly(other);
        assertThat(work.isLeft(other)).isFalse();
        assertThat(work.takeBack(other)).as("it was begun").isFalse();
    }

    @Test
    void whatIsTakenBackIsNotDone() {
        assertThat(work.offer(other)).isTrue();
        assertThat(work.offer(new Work())).as("one piece at a time").isFalse();
        assertThat(work.takeBack(other)).isTrue();

        assertThat(work.awaitWorking(progress, SOON_NS, true)).isFalse();

        assertThat(work.done).isEmpty();
    }

    @Test
    void whoHasDoneItsPieceWaitsForTheRest() throws InterruptedException {
        work.completes = false;
        assertThat(work.offer(other)).isTrue();
        Thread waits =
                Thread.ofPlatform().start(() -> work.awaitWorking(progress, Long.MAX_VALUE, true));
        while (work.isLeft(other)) {
            Thread.onSpinWait();
        }
        assertThat(work.isComplete()).isFalse();

        work.complete();

        waits.join();
        assertThat(work.done).containsExactly(other);
    }
}
