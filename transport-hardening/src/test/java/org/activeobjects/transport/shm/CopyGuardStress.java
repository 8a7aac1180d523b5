package org.activeobjects.transport.shm;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Who copies by an address, and who unmaps the memory there. */
public final class CopyGuardStress {

    private CopyGuardStress() {}

    /** The memory stays from the first piece of a message to the last, or none is begun. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "copied before it went")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "not let in")
    @Outcome(expect = Expect.FORBIDDEN, desc = "memory that goes under a copy")
    @State
    public static class NothingGoesUnderACopy {

        private final CopyGuard guard = new CopyGuard();
        private boolean isMapped = true;

        @Actor
        public void copier(I_Result result) {
            try {
                guard.enter();
                boolean isThere = isMapped;
                guard.enter(); // the next piece
                isThere &= isMapped;
                guard.leave();
                result.r1 = isThere ? 1 : 2;
            } catch (IllegalStateException closed) {
                result.r1 = 0;
            }
        }

        @Actor
        public void closer() {
            guard.close();
            isMapped = false;
        }
    }
}
