package org.activeobjects.spmd.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.spmd.waiting.OpenBarriers.Answer;
import org.activeobjects.spmd.waiting.OpenBarriers.Open;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The watch of rank 0 over one barrier, of which ranks 1 and 2 are missing. */
class BarrierWatchTest {

    /** Looks in more than half a minute, if they were made in time. */
    private static final int LOOKS = 62;

    private final List<String> reports = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Open> givenUp = new ArrayList<>();
    private List<Open> open = List.of(new Open("1 b", "neighbour barrier \"b\"", List.of(1, 2)));
    private Answer ofTwo = new Answer(true, "has thrown: no matrix; it does nothing now");

    private final OpenBarriers barriers =
            new OpenBarriers() {
                @Override
                public List<Open> open() {
                    return open;
                }

                @Override
                public Answer ask(int rank, Open barrier) {
                    if (rank == 1) {
                        throw new IllegalStateException("no answer in time");
                    }
                    return ofTwo;
                }

                @Override
                public void giveUp(Open barrier, String report) {
                    givenUp.add(barrier);
                }
            };

    private BarrierWatch watch(DeadlockPolicy policy) {
        return new BarrierWatch(0, barriers, reports::add, notes::add, policy);
    }

    @Test
    void aMemberThatDoesNothingIsReportedOnceWhenItIsFoundTwice() {
        BarrierWatch watch = watch(DeadlockPolicy.WARN);
        assertThat(watch.look()).isTrue();
        watch.look();
        assertThat(reports).isEmpty();

        for (int i = 0; i < LOOKS; i++) {
            watch.look();
        }

        assertThat(reports)
                .singleElement()
                .asString()
                .startsWith(
                        "rank 0 holds back requests in neighbour barrier \"b\":"
                                + " rank 2 has thrown: no matrix; it does nothing now")
                .contains("-Dactiveobjects.deadlock=fail");
        assertThat(notes).isEmpty();
        assertThat(givenUp).isEmpty();
    }

    @Test
    void whereDeadlocksFailTheBarrierIsGivenUp() {
        BarrierWatch watch = watch(DeadlockPolicy.FAIL);
        for (int i = 0; i < 3; i++) {
            watch.look();
        }

        assertThat(reports).hasSize(1);
        assertThat(givenUp).isEqualTo(open);
    }

    @Test
    void ofMembersThatMayComeYetItIsToldAfterALongWhile() {
        ofTwo = new Answer(false, "is at Solver.step(Solver.java:71)");
        BarrierWatch watch = watch(DeadlockPolicy.FAIL);
        for (int i = 0; i < LOOKS; i++) {
            watch.look();
        }

        assertThat(reports).isEmpty();
        assertThat(givenUp).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .startsWith("rank 0 has held back requests for ")
                .contains("in neighbour barrier \"b\"")
                .contains("rank 1 does not answer: no answer in time")
                .endsWith("rank 2 is at Solver.step(Solver.java:71)");
    }

    @Test
    void nothingIsSaidOfBarriersThatAreCompleteAtTheNextLook() {
        BarrierWatch watch = watch(DeadlockPolicy.WARN);
        for (int i = 0; i < LOOKS; i++) {
            open = List.of(new Open(i + " b", "neighbour barrier \"b\"", List.of(2)));
            assertThat(watch.look()).isTrue();
        }
        open = List.of();

        assertThat(watch.look()).isFalse();
        assertThat(reports).isEmpty();
        assertThat(notes).isEmpty();
    }
}
