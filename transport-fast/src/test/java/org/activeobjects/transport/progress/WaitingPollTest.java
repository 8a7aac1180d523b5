package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/** How many frames a thread asks for that polls because it waits. */
@Timeout(30)
class WaitingPollTest {

    private static final int WAITS = 20;

    /** What was asked for by the looks that have found the frame. */
    private final List<Integer> limits = new ArrayList<>();

    private void await(int emptyLooks) {
        try (Progress progress = new Progress("test", new ParkingDoorbell(), 1)) {
            for (int wait = 0; wait < WAITS; wait++) {
                Frame frame = new Frame(emptyLooks);
                progress.add(frame);
                assertThat(progress.await(frame, Long.MAX_VALUE)).isTrue();
                progress.remove(frame);
            }
        }
        assertThat(limits).hasSize(WAITS);
    }

    @Test
    void looksBehindOneOfSomeFramesThatAreThereAtOnce() {
        await(0);
        assertThat(limits).containsOnly(1, 16);
        assertThat(limits).filteredOn(limit -> limit == 16).hasSize(1);
    }

    @Test
    void looksBehindNoFrameThatItHasWaitedFor() {
        await(3);
        assertThat(limits).containsOnly(1);
    }

    /** Comes after some empty looks, and is waited for. */
    private final class Frame extends Waiting implements Incoming {

        private final Thread waiter = Thread.currentThread();
        private int emptyLooks;
        private volatile boolean over;

        Frame(int emptyLooks) {
            this.emptyLooks = emptyLooks;
        }

        @Override
        public int receive(int limit) {
            if (Thread.currentThread() != waiter || over || emptyLooks-- > 0) {
                return 0;
            }
            limits.add(limit);
            over = true;
            return 1;
        }

        @Override
        protected boolean isOver() {
            return over;
        }

        @Override
        public boolean hasInput() {
            return false;
        }
    }
}
