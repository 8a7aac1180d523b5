package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.progress.Helper.Pace;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long BEGIN_NS = Long.MAX_VALUE - 100; // the clock may pass its end
    private static final long IDLE_NS = 50_000;

    private final Pace pace = new Pace();

    private static long after(long ns) {
        return BEGIN_NS + ns;
    }

    @Test
    void whoHasTheCoreAloneSpinsForLongerThanAnAnswerTakes() {
        pace.begin(BEGIN_NS, IDLE_NS);
        assertThat(pace.isYieldDue(after(Pace.YIELD_NS))).isFalse();
        assertThat(pace.isYieldDue(after(Pace.YIELD_NS + 1))).isTrue();
        pace.yielded(after(4_000), after(4_300));
        assertThat(pace.isYieldDue(after(4_300 + Pace.YIELD_NS))).isFalse();
    }

    @Test
    void whoSharesTheCoreYieldsSoonUntilAYieldReturnsAtOnce() {
        pace.begin(BEGIN_NS, IDLE_NS);
        pace.yielded(after(4_000), after(7_000));
        assertThat(pace.isYieldDue(after(7_000 + Pace.SHARED_YIELD_NS + 1))).isTrue();
        pace.moved(after(8_000));
        pace.begin(after(20_000), IDLE_NS);
        assertThat(pace.isYieldDue(after(20_000 + Pace.SHARED_YIELD_NS + 1))).isTrue();
        pace.yielded(after(21_000), after(21_300));
        assertThat(pace.isYieldDue(after(22_000))).isFalse();
    }

    @Test
    void onlyTheTimeInWhichOthersRanIsNotIdle() {
        pace.begin(BEGIN_NS, IDLE_NS);
        pace.yielded(after(4_000), after(34_000));
        assertThat(pace.isOver(after(IDLE_NS + 30_000), false)).isFalse();
        assertThat(pace.isOver(after(IDLE_NS + 30_001), false)).isTrue();
        pace.begin(BEGIN_NS, IDLE_NS);
        pace.yielded(after(4_000), after(4_300));
        assertThat(pace.isOver(after(IDLE_NS + 1), false)).isTrue();
    }

    @Test
    void whoMayNotYieldGivesUpSooner() {
        pace.begin(BEGIN_NS, IDLE_NS);
        assertThat(pace.isOver(after(Pace.SPIN_NS), true)).isFalse();
        assertThat(pace.isOver(after(Pace.SPIN_NS + 1), true)).isTrue();
        pace.begin(BEGIN_NS, 1_000);
        assertThat(pace.isOver(after(1_001), true)).isTrue();
    }

    @Test
    void framesForOthersAreNotTakenWithoutEnd() {
        pace.begin(BEGIN_NS, IDLE_NS);
        pace.moved(after(Pace.LONGEST_NS));
        assertThat(pace.isOver(after(Pace.LONGEST_NS), false)).isFalse();
        assertThat(pace.isOver(after(Pace.LONGEST_NS + 1), false)).isTrue();
    }
}
