package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.progress.Waiting.Wakefulness;
import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the doorbell says when the right is given back, and how long its holder stays awake. */
@Timeout(30)
class PollRightTest {

    private static final long SHORT_NS = 300_000;
    private static final long LONG_NS = 5_000_000;

    private final FutexBell bell = new FutexBell();
    private final PollRight right = new PollRight(new Rounds(), bell);
    private final Wakefulness wakefulness = new Wakefulness(true);

    @Test
    void aVirtualThreadThatComesWhileTheLevelIsLoweredIsRungForAllTheSame() {
        bell.arm(Doorbell.WAITING); // for one that is gone
        assertThat(right.tryTake()).isTrue();
        bell.atNextLook(
                Thread.currentThread(),
                () -> {
                    right.waiterAsideComes();
                    right.raiseLevel();
                });
        right.leave(false);

        assertThat(bell.level()).isEqualTo(Doorbell.WAITING);
    }

    @Test
    void whoWasWokenSoonStaysAwakeUntilItSleepsForLong() {
        wakefulness.slept(SHORT_NS, true);
        assertThat(wakefulness.isLong()).isTrue();
        for (int i = 0; i < 10 * Wakefulness.LATE_WAITS; i++) {
            wakefulness.waited(false);
        }
        assertThat(wakefulness.isLong()).isTrue();

        wakefulness.slept(LONG_NS, true);
        assertThat(wakefulness.isLong()).isFalse();
    }

    @Test
    void whoWasWokenSoonStaysAwakeHoweverLongItHasTakenToWake() {
        wakefulness.slept(Wakefulness.SHORT_SLEEP_NS - 1, true);
        assertThat(wakefulness.isLong()).isTrue();

        wakefulness.slept(Wakefulness.SHORT_SLEEP_NS, true);
        assertThat(wakefulness.isLong()).isFalse();
    }

    @Test
    void aSleepThatNobodyHasEndedIsNoReasonToStayAwake() {
        wakefulness.slept(SHORT_NS, false);
        assertThat(wakefulness.isLong()).isFalse();
    }

    @Test
    void aProgramWhoseMessagesComeSlowlyKeepsItsCoreAwakeRarely() {
        int awake = 0;
        int waits = 10_000;
        for (int i = 0; i < waits; i++) {
            if (wakefulness.isLong()) {
                awake++;
                wakefulness.waited(true);
            } else {
                wakefulness.slept(SHORT_NS, true);
            }
        }

        assertThat(awake).isPositive().isLessThan(waits / 10);
    }

    @Test
    void neitherDoesOneThatFallsAsleepThoughItStaysAwake() {
        int awake = 0;
        int waits = 10_000;
        for (int i = 0; i < waits; i++) {
            awake += wakefulness.isLong() ? 1 : 0;
            wakefulness.slept(SHORT_NS, true);
        }

        assertThat(awake).isPositive().isLessThan(waits / 10);
    }

    @Test
    void someLateMessagesAmongManyChangeNothing() {
        wakefulness.slept(SHORT_NS, true);
        for (int i = 0; i < 100; i++) {
            for (int late = 1; late < Wakefulness.LATE_WAITS; late++) {
                wakefulness.waited(true);
            }
            wakefulness.waited(false);
        }

        assertThat(wakefulness.isLong()).isTrue();
    }

    @Test
    void whoHasNoCoreForItselfNeverStaysAwake() {
        Wakefulness crowded = new Wakefulness(false);
        crowded.slept(SHORT_NS, true);

        assertThat(crowded.isLong()).isFalse();
    }
}
