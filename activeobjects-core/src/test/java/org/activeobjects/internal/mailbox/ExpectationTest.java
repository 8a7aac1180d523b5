package org.activeobjects.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.spi.StubMethod;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** A queue that waits for requests. */
class ExpectationTest {

    private final Mailbox mailbox = new Mailbox();
    private final Intake intake = mailbox.open(null);
    private final List<String> missed = new ArrayList<>();
    private int wakes;

    /** A call of a method, an order to end if it is called that. */
    private static final class Call extends QueuedRequest {

        private final String name;

        private Call(String name) {
            super(null);
            this.name = name;
        }

        @Override
        public String getMethodName() {
            if (name.equals("unreadable")) {
                throw new ActiveObjectException("not the same class");
            }
            return name;
        }

        @Override
        public boolean isTermination() {
            return name.equals("end");
        }

        @Override
        public StubMethod method() {
            throw new AssertionError("no method");
        }

        @Override
        public Object[] arguments() {
            return new Object[0];
        }

        @Override
        public String getSenderNodeURL() {
            throw new AssertionError("no sender");
        }

        @Override
        public UniqueID getSourceBodyID() {
            throw new AssertionError("no sender");
        }
    }

    private void come(String... names) {
        for (String name : names) {
            var _ = mailbox.offer(new Call(name));
        }
    }

    private Expectation expect(String... methods) {
        Expectation expectation = new Expectation(List.of(methods), missed::addAll, () -> wakes++);
        intake.expect(expectation);
        return expectation;
    }

    /** The names of all that are to be seen, in the order in which they are taken. */
    private List<String> taken() {
        List<String> names = new ArrayList<>();
        QueuedRequest next = intake.poll();
        while (next != null) {
            names.add(((Call) next).name);
            next = intake.poll();
        }
        return names;
    }

    @Test
    void othersWaitUntilOneOfEachHasComeAndAreBehindThoseThen() {
        come("x", "a");
        Expectation expectation = expect("a", "b");

        assertThat(taken()).containsExactly("a");
        assertThat(expectation.missing()).containsExactly("b");
        come("y", "a");
        assertThat(taken()).isEmpty();
        assertThat(intake.size()).isEqualTo(3);

        come("b", "z");
        assertThat(taken()).containsExactly("b", "x", "y", "a", "z");
        assertThat(expectation.missing()).isEmpty();
        assertThat(intake.size()).isZero();
    }

    @Test
    void whatHasComeBeforeCounts() {
        come("x", "a", "y", "b");

        Expectation expectation = expect("b", "a");

        assertThat(expectation.missing()).isEmpty();
        assertThat(intake.showsMore()).isTrue();
        assertThat(taken()).containsExactly("a", "b", "x", "y");
        assertThat(intake.showsMore()).isFalse();
    }

    @Test
    void theOldestOfSeveralIsTheOneThatIsWaitedFor() {
        come("x", "a");
        QueuedRequest oldest =
                intake.find(request -> request.getMethodName().equals("a"), false, false);
        come("a");

        expect("a", "b");

        assertThat(intake.poll()).isSameAs(oldest);
        assertThat(intake.poll()).isNull();
    }

    @Test
    void aMethodThatIsNamedTwiceIsWaitedForTwice() {
        come("x");
        expect("a", "a");

        come("a");
        assertThat(taken()).containsExactly("a");
        come("a", "a");
        assertThat(taken()).containsExactly("a", "x", "a");
    }

    @Test
    void severalAreCompletedOneAfterTheOther() {
        come("x", "b");
        expect("a");
        expect("b");

        assertThat(taken()).isEmpty();
        come("a", "c");
        expect("c", "d");
        assertThat(taken()).containsExactly("a", "b", "c");
        come("d");
        assertThat(taken()).containsExactly("d", "x");
    }

    @Test
    void whatHasComeBeforeCountsAlsoForTheSecond() {
        come("x", "b", "a", "b");
        assertThat(expect("a").missing()).isEmpty();

        assertThat(expect("b").missing()).isEmpty();
        Expectation last = expect("b", "c");

        assertThat(last.missing()).containsExactly("c");
        assertThat(taken()).containsExactly("a", "b", "b");
        come("c");
        assertThat(taken()).containsExactly("c", "x");
        assertThat(missed).isEmpty();
    }

    @Test
    void filtersSeeWhatHasComeAlone() {
        come("x", "a1");
        expect("a1", "b");

        assertThat(intake.find(request -> true, false, false).getMethodName()).isEqualTo("a1");
        assertThat(intake.find(request -> true, true, false).getMethodName()).isEqualTo("a1");
        assertThat(intake.find(null, true, false).getMethodName()).isEqualTo("a1");
        assertThat(intake.find(request -> request.getMethodName().equals("x"), false, true))
                .isNull();

        come("b");
        QueuedRequest other =
                intake.find(request -> request.getMethodName().equals("x"), false, true);
        assertThat(other).isNotNull();
        assertThat(taken()).containsExactly("a1", "b");
    }

    @Test
    void whatIsLookedAtMayBeRemoved() {
        come("x", "a");
        expect("a", "b");
        QueuedRequest seen = intake.find(request -> true, false, false);

        assertThat(intake.remove(seen)).isTrue();
        assertThat(intake.remove(seen)).isFalse();
        assertThat(intake.size()).isEqualTo(1);
    }

    @Test
    void nothingCountsThatComesBehindAnOrderToEnd() {
        come("x");
        expect("a");
        come("end", "a");

        assertThat(taken()).isEmpty();
        assertThat(intake.endIsOrdered()).isTrue();
        assertThat(intake.drain().getMethodName()).isEqualTo("x");
        assertThat(taken()).containsExactly("end", "a");
    }

    @Test
    void whatCannotBeReadIsNotWaitedFor() {
        come("unreadable");
        expect("a");

        assertThat(intake.poll()).isNull();
        come("a");
        assertThat(taken()).containsExactly("a", "unreadable");
    }

    @Test
    void whoGivesUpIsToldWhatIsMissingWhenAllThatHasComeWasLookedAt() {
        come("x");
        Expectation expectation = expect("a", "b");
        assertThat(intake.poll()).isNull();
        come("a");

        expectation.giveUp();

        assertThat(wakes).isEqualTo(1);
        assertThat(intake.showsMore()).isTrue();
        assertThat(missed).isEmpty();
        assertThat(taken()).containsExactly("a", "x");
        assertThat(missed).containsExactly("b");
    }

    @Test
    void whoGivesUpThoughAllHasComeIsNotTold() {
        Expectation expectation = expect("a");
        come("a");

        expectation.giveUp();

        assertThat(taken()).containsExactly("a");
        assertThat(missed).isEmpty();
    }
}
