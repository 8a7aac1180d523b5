package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/** How many frames a thread asks for that polls because it waits. */
@Timeout(30)
class WaitingPollTest {

    private static final int EMPTY_ROUNDS = 3;

    private final List<Integer> limits = new ArrayList<>();

    @Test
    void takesOneFrameAtATimeOnceItHasWaitedAndManyAfterThat() {
        Frames frames = new Frames();
        try (Progress progress = new Progress("test", new ParkingDoorbell(), 1)) {
            progress.add(frames);
            assertThat(progress.await(frames, Long.MAX_VALUE)).isTrue();
        }
        assertThat(limits).containsExactly(16, 1, 1, 1, 16);
    }

    /** Some empty looks, then a frame, then the one that is waited for. */
    private final class Frames extends Waiting implements Incoming {

        private final Thread waiter = Thread.currentThread();
        private volatile boolean over;

        @Override
        public int receive(int limit) {
            if (Thread.currentThread() != waiter) {
                return 0;
            }
            limits.add(limit);
            int looks = limits.size();
            over = looks > EMPTY_ROUNDS + 1;
            return looks > EMPTY_ROUNDS ? 1 : 0;
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
