package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.atomic.AtomicInteger;

/** What a thread leaves behind whose wait is over. */
@Timeout(30)
class LeavingPollTest {

    private static final int FRAMES = 40;

    private final Thread waiter = Thread.currentThread();
    private final CountingBell bell = new CountingBell();

    @Test
    void whoLeavesTakesWhatHasComeSoThatItNeedNotWakeTheProgressThread() {
        Frames frames = new Frames();
        try (Progress progress = new Progress("test", bell, 1)) {
            progress.add(frames);
            assertThat(progress.await(frames, Long.MAX_VALUE)).isTrue();
            int rings = bell.rings.get();

            assertThat(frames.left.get()).isZero();
            assertThat(rings).isEqualTo(1);
        }
    }

    private final class CountingBell implements Doorbell {

        private final ParkingDoorbell bell = new ParkingDoorbell();
        private final AtomicInteger rings = new AtomicInteger();
        private final AtomicInteger sleepsOfProgressThread = new AtomicInteger();

        @Override
        public void arm(int level) {
            bell.arm(level);
        }

        @Override
        public int level() {
            return bell.level();
        }

        @Override
        public void sleep(int level, long maxNs) {
            if (Thread.currentThread() != waiter) {
                sleepsOfProgressThread.incrementAndGet();
            }
            bell.sleep(level, maxNs);
        }

        @Override
        public void ring() {
            rings.incrementAndGet();
            bell.ring();
        }

        @Override
        public void close() {
            bell.close();
        }

        /** Wakes the progress thread, which finds the links taken and asks for them. */
        void haveProgressThreadAsk() {
            int before = sleepsOfProgressThread.get();
            rings.set(0);
            ring();
            while (sleepsOfProgressThread.get() < before + 2) {
                Thread.onSpinWait();
            }
        }
    }

    /** Many frames at once, the first of which is waited for. */
    private final class Frames extends Waiting implements Incoming {

        private final AtomicInteger left = new AtomicInteger(FRAMES);
        private volatile boolean over;

        @Override
        public int receive(int limit) {
            if (Thread.currentThread() != waiter) {
                return 0;
            }
            if (!over) {
                bell.haveProgressThreadAsk();
                over = true;
            }
            int taken = Math.min(limit, left.get());
            left.addAndGet(-taken);
            return taken;
        }

        @Override
        protected boolean isOver() {
            return over;
        }

        @Override
        public boolean hasInput() {
            return over && left.get() > 0;
        }
    }
}
