package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/** A thread that was interrupted and waits: it sleeps as others do. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // waits end by no interrupt
class InterruptedWaitTest {

    private static final long LONG_NS = 50_000_000_000L;

    @Test
    void sleepsUntilItIsTimeOrSomebodyRings() {
        Flag flag = new Flag();
        Bell bell = new Bell(flag);
        try (Progress progress = new Progress("test-progress", bell, 1)) {
            Thread.currentThread().interrupt();
            assertThat(progress.await(flag, LONG_NS)).isTrue();
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        }
        assertThat(bell.hasLasted).as("whether a sleep has lasted").contains(true);
    }

    /** Notes of the first sleeps of who waits whether they have lasted, or were rung for. */
    private static final class Bell implements Doorbell {

        private static final int SLEEPS = 5;

        private final ParkingDoorbell bell = new ParkingDoorbell();
        private final List<Boolean> hasLasted = new ArrayList<>();
        private final Flag afterwards;

        Bell(Flag afterwards) {
            this.afterwards = afterwards;
        }

        @Override
        public void sleepAlone(int level, long maxNs) {
            long since = System.nanoTime();
            bell.sleepAlone(level, maxNs);
            hasLasted.add(System.nanoTime() - since >= maxNs || bell.level() != level);
            if (hasLasted.size() == SLEEPS) {
                afterwards.raiseSilently();
            }
        }

        @Override
        public void arm(int level) {
            bell.arm(level);
        }

        @Override
        public void armAlone(int level) {
            bell.armAlone(level);
        }

        @Override
        public int level() {
            return bell.level();
        }

        @Override
        public int state() {
            return bell.state();
        }

        @Override
        public void sleep(int level, long maxNs) {
            bell.sleep(level, maxNs);
        }

        @Override
        public void sleepBeside(int seen, long maxNs) {
            bell.sleepBeside(seen, maxNs);
        }

        @Override
        public void ring() {
            bell.ring();
        }

        @Override
        public void close() {
            bell.close();
        }
    }
}
