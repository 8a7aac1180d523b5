package org.activeobjects.spmd.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class QuestionsTest {

    private final List<Integer> asked = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private final Questions questions =
            new Questions(
                    rank -> {
                        throw new IllegalStateException("rank " + rank + " says no");
                    },
                    (rank, task) -> {
                        asked.add(rank);
                        tasks.add(task);
                    });

    @Test
    void aRankThatHasNotAnsweredIsNotAskedAgainBesideOthers() {
        askInVain(1);
        askInVain(2);

        askInVain(1);
        askInVain(2);

        assertThat(asked).containsExactly(1, 2);
    }

    @Test
    void aRankThatHasAnsweredTooLateIsAskedAgain() {
        askInVain(1);
        tasks.getFirst().run();

        askInVain(1);

        assertThat(asked).containsExactly(1, 1);
    }

    /** With an interrupt, which ends the wait for the answer at once. */
    private void askInVain(int rank) {
        Thread.currentThread().interrupt();
        try {
            assertThatIllegalStateException()
                    .isThrownBy(() -> questions.ask(rank))
                    .withMessage("interrupted");
        } finally {
            var _ = Thread.interrupted();
        }
    }
}
