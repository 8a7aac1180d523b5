package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The level of the doorbell, which one thread lowers while another comes for which it is high. */
public final class PollRightStress {

    private PollRightStress() {}

    /** The last virtual thread that waited has gone; the next one comes. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "every frame is rung for")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a virtual thread waits, and nobody rings for it")
    @State
    public static class AVirtualThreadThatComesIsRungFor {

        private final Doorbell bell = new ParkingDoorbell();
        private final PollRight right = new PollRight(new Rounds(), bell);

        /** At the level that the last one has left. */
        public AVirtualThreadThatComesIsRungFor() {
            bell.arm(Doorbell.WAITING);
        }

        @Actor
        public void leaver() {
            if (right.tryTake()) {
                right.leave(false);
            }
        }

        @Actor
        public void comer() {
            right.waiterAsideComes();
            right.raiseLevel();
        }

        @Arbiter
        public void level(I_Result result) {
            result.r1 = bell.level();
        }
    }
}
