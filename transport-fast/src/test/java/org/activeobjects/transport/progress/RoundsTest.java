package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/** How far a thread that waits for one frame looks for others. */
@Timeout(30)
class RoundsTest {

    private final Rounds rounds = new Rounds();
    private final Frames frames = new Frames();

    RoundsTest() {
        rounds.add(frames);
    }

    /** Rounds of a waiter, each with one frame there, until one has looked behind it. */
    private int roundsUntilOneLooksFurther() {
        for (int round = 1; round <= 100; round++) {
            frames.there = Math.max(frames.there, 1);
            var _ = rounds.runForWaiter(false);
            if (frames.askedFor > 1) {
                return round;
            }
        }
        return 0;
    }

    @Test
    void isNowAndThenWhereFramesComeOneByOne() {
        assertThat(roundsUntilOneLooksFurther()).isBetween(8, 32);
        assertThat(roundsUntilOneLooksFurther()).isBetween(8, 32);
    }

    @Test
    void isAlwaysWhereTheyComeInStreamsUntilTheyDoNot() {
        frames.there = 100;
        assertThat(roundsUntilOneLooksFurther()).isBetween(8, 32);
        frames.there = 2;
        assertThat(roundsUntilOneLooksFurther()).as("a stream").isEqualTo(1);
        assertThat(frames.there).isZero();
        assertThat(roundsUntilOneLooksFurther()).as("its last one").isEqualTo(1);
        assertThat(roundsUntilOneLooksFurther()).as("no stream").isBetween(8, 32);
    }

    @Test
    void isNeverForWhomTheRoundBeforeHasFoundNothing() {
        for (int round = 0; round < 100; round++) {
            frames.there = 3;
            assertThat(rounds.runForWaiter(true)).isEqualTo(1);
        }
    }

    /** Else what it was to end would never end. */
    @Test
    void runATaskAgainThatLacksMemory() {
        List<String> runs = new ArrayList<>();
        rounds.add(
                () -> {
                    runs.add("task");
                    if (runs.size() == 1) {
                        throw new OutOfMemoryError("on purpose");
                    }
                });
        rounds.add(() -> runs.add("behind"));

        var _ = rounds.run();
        assertThat(rounds.hasWork()).isTrue();
        var _ = rounds.run();

        assertThat(runs).containsExactly("task", "task", "behind");
        assertThat(rounds.hasWork()).isFalse();
    }

    private static final class Frames implements Incoming {

        private int there;
        private int askedFor;

        @Override
        public int receive(int limit) {
            askedFor = limit;
            int taken = Math.min(limit, there);
            there -= taken;
            return taken;
        }

        @Override
        public boolean hasInput() {
            return there > 0;
        }
    }
}
