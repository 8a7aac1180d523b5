package org.activeobjects.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Set;

/** A wait that has lasted is looked at ever more seldom, unless a deadlock comes up. */
class SuspicionTest {

    private static final long SECOND = 1_000_000_000;

    private final Suspicion suspicion = new Suspicion(null, null);
    private final long begin = System.nanoTime();

    /** Four looks that find nothing, the last one after 14 s; the next is due 3.2 s later. */
    private void lookForLong() {
        for (long at : new long[] {2, 4, 7, 14}) {
            assertThat(suspicion.isDue(begin + at * SECOND)).isTrue();
            assertThat(suspicion.isConfirmed(Set.of())).isFalse();
            suspicion.lookedAt();
        }
    }

    @Test
    void isLookedAtEverMoreSeldom() {
        lookForLong();

        assertThat(suspicion.isDue(begin + 16 * SECOND)).isFalse();
    }

    @Test
    void isLookedAtSoonAgainWhenAKnotIsFoundLate() {
        lookForLong();

        assertThat(suspicion.isConfirmed(Set.of("1/7/3"))).isFalse();

        assertThat(suspicion.isDue(System.nanoTime() + SECOND)).isTrue();
    }
}
