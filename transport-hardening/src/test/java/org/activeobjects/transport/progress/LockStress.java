package org.activeobjects.transport.progress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The lock of some nanoseconds, and the right to poll. */
public final class LockStress {

    private LockStress() {}

    /** What is done under the lock is done alone, and seen by the next. */
    @JCStressTest
    @Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "every step counted")
    @Outcome(expect = Expect.FORBIDDEN, desc = "two were inside at once")
    @State
    public static class OneIsInside {

        private final SpinLock lock = new SpinLock();
        private int steps;

        private void step() {
            lock.lock();
            try {
                steps++;
            } finally {
                lock.unlock();
            }
        }

        @Actor
        public void one() {
            step();
            step();
        }

        @Actor
        public void other() {
            step();
            while (!lock.tryLock()) {
                Thread.onSpinWait();
            }
            steps++;
            lock.unlock();
        }

        @Arbiter
        public void count(I_Result result) {
            result.r1 = steps;
        }
    }

    /** One thread has the right to poll at a time, and its work is seen by the next. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "the first only")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "the second only")
    @Outcome(id = "1, 1, 2", expect = Expect.ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both at once, or none")
    @State
    public static class OnePolls {

        private final PollRight right = new PollRight(new Rounds(), new ParkingDoorbell());
        private int polls;

        private int poll() {
            if (!right.tryTake()) {
                return 0;
            }
            polls++;
            right.giveBack();
            return 1;
        }

        @Actor
        public void one(III_Result result) {
            result.r1 = poll();
        }

        @Actor
        public void other(III_Result result) {
            result.r2 = poll();
        }

        @Arbiter
        public void count(III_Result result) {
            result.r3 = polls;
        }
    }

    /** Who fails to get the right either finds it free again, or its holder sees the mark. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "free again")
    @Outcome(id = "4, 1", expect = Expect.ACCEPTABLE, desc = "the holder sees the mark")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a sleeper that nobody knows of")
    @State
    public static class AMarkIsNotMissed {

        private final PollRight right = new PollRight(new Rounds(), new ParkingDoorbell());

        public AMarkIsNotMissed() {
            right.tryTake();
        }

        @Actor
        public void holder(II_Result result) {
            result.r1 = right.giveBack();
        }

        @Actor
        public void sleeper(II_Result result) {
            result.r2 = right.ask(PollRight.WAITER_ASKS) ? 1 : 0;
        }
    }

    /** The second mark does not wipe out the first. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "free again for both")
    @Outcome(id = "2, 1, 0", expect = Expect.ACCEPTABLE, desc = "one in time")
    @Outcome(id = "6, 1, 1", expect = Expect.ACCEPTABLE, desc = "both in time")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a mark was lost")
    @State
    public static class TwoMarksAreNotMissed {

        private final PollRight right = new PollRight(new Rounds(), new ParkingDoorbell());

        public TwoMarksAreNotMissed() {
            right.tryTake();
        }

        @Actor
        public void holder(III_Result result) {
            result.r1 = right.giveBack();
        }

        @Actor
        public void sleepers(III_Result result) {
            result.r2 = right.ask(PollRight.PROGRESS_ASKS) ? 1 : 0;
            result.r3 = right.ask(PollRight.WAITER_ASKS) ? 1 : 0;
        }
    }
}
