package org.activeobjects.transport.transfer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The credit that goes back to a sender. */
public final class CreditStress {

    private static final long HALF = EagerLedger.WINDOW / 8;

    private CreditStress() {}

    /** What several threads have matched is given back once, and all of it. */
    @JCStressTest
    @Outcome(id = "262144", expect = Expect.ACCEPTABLE, desc = "one of the two returns for both")
    @Outcome(expect = Expect.FORBIDDEN, desc = "credit lost, or made up")
    @State
    public static class CreditIsNeitherLostNorMadeUp {

        private final EagerLedger ledger = new EagerLedger();
        private long one;
        private long other;

        @Actor
        public void one() {
            one = ledger.matchedLater(HALF);
        }

        @Actor
        public void other() {
            other = ledger.matchedLater(HALF);
        }

        @Arbiter
        public void sum(I_Result result) {
            result.r1 = (int) (one + other);
        }
    }

    /** Beside the thread that moves the link. */
    @JCStressTest
    @Outcome(id = "524288, 524288", expect = Expect.ACCEPTABLE, desc = "both give back their own")
    @Outcome(expect = Expect.FORBIDDEN, desc = "credit lost, or made up")
    @State
    public static class TheWindowMovesByWhatWasReturned {

        private final EagerLedger ledger = new EagerLedger();
        private long matched;
        private long later;

        public TheWindowMovesByWhatWasReturned() {
            if (!ledger.arrived(EagerLedger.WINDOW)) {
                throw new IllegalStateException("a whole window is allowed");
            }
        }

        @Actor
        public void link() {
            matched =
                    ledger.matched(EagerLedger.WINDOW / 4) + ledger.matched(EagerLedger.WINDOW / 4);
        }

        @Actor
        public void receiver() {
            later = ledger.matchedLater(2 * HALF) + ledger.matchedLater(2 * HALF);
        }

        @Arbiter
        public void sum(LL_Result result) {
            result.r1 = matched;
            // Nothing is left of the window before that, and all of it afterwards.
            result.r2 = ledger.arrived(matched + later) && !ledger.arrived(1) ? later : -1;
        }
    }
}
