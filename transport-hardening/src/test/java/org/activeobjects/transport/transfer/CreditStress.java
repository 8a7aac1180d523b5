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

    /** What is given back at once, at least. */
    private static final long RETURN = EagerLedger.WINDOW / 4;

    private static final long HALF = RETURN / 2;

    private CreditStress() {}

    /** What several threads have matched is given back once, and all of it. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "one of the two returns for both")
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
            result.r1 = (int) ((one + other) / RETURN);
        }
    }

    /** Beside the thread that moves the link. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "both give back their own")
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
            matched = ledger.matched(RETURN) + ledger.matched(RETURN);
        }

        @Actor
        public void receiver() {
            later = ledger.matchedLater(RETURN) + ledger.matchedLater(RETURN);
        }

        @Arbiter
        public void sum(LL_Result result) {
            result.r1 = matched / RETURN;
            // Nothing is left of the window before that, and all of it afterwards.
            result.r2 = ledger.arrived(matched + later) && !ledger.arrived(1) ? later / RETURN : -1;
        }
    }
}
