package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.invoke.VarHandle;

/** Who is about to sleep, and who has just brought about what it waits for. */
public final class WaitingStress {

    private WaitingStress() {}

    /** A wait whose sleeper can be told from one that nobody has woken. */
    private abstract static class Wait extends Waiting {

        private int wakings; // of the thread that wakes

        /** Returns 1 if somebody was asleep. */
        int wakeSleeper() {
            wake();
            return wakings;
        }

        /** Returns 1 if it need not sleep. */
        int look() {
            sleepsAt((Runnable) () -> wakings++, 0);
            return isOver() ? 1 : 0;
        }
    }

    /** An operation is completed with a volatile write. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "seen before the sleep")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "woken")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen, and woken")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "sleeps, and nobody wakes it")
    @State
    public static class ACompletionIsNotMissed {

        private static final class Completion extends Wait {

            private volatile boolean over;

            @Override
            protected boolean isOver() {
                return over;
            }
        }

        private final Completion completion = new Completion();

        @Actor
        public void completer(II_Result result) {
            completion.over = true;
            result.r1 = completion.wakeSleeper();
        }

        @Actor
        public void sleeper(II_Result result) {
            result.r2 = completion.look();
        }
    }

    /** A handler of the program writes a plain field, and a full fence follows. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "seen before the sleep")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "woken")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen, and woken")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "sleeps, and nobody wakes it")
    @State
    public static class AConditionOfTheProgramIsNotMissed {

        private static final class Condition extends Wait {

            private boolean isTrue;

            @Override
            protected boolean isOver() {
                return isTrue;
            }
        }

        private final Condition condition = new Condition();

        @Actor
        public void handler(II_Result result) {
            condition.isTrue = true;
            VarHandle.fullFence();
            result.r1 = condition.wakeSleeper();
        }

        @Actor
        public void sleeper(II_Result result) {
            result.r2 = condition.look();
        }
    }

    /** As between processes: who sends publishes and looks at the level, who sleeps arms first. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "seen before the sleep")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "rung")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen, and rung")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "sleeps, and nobody rings")
    @State
    public static class AFrameIsNotMissed {

        private final Doorbell bell = new ParkingDoorbell();
        private int frame;

        @Actor
        public void sender(II_Result result) {
            frame = 1;
            VarHandle.fullFence();
            if (bell.level() == Doorbell.WAITING) {
                bell.ring();
                result.r1 = 1;
            }
        }

        @Actor
        public void sleeper(II_Result result) {
            bell.arm(Doorbell.WAITING);
            result.r2 = frame;
        }
    }
}
