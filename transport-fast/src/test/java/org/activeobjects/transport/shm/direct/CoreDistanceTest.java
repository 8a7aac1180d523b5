package org.activeobjects.transport.shm.direct;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** Both sides in one thread, whose core is as close to itself as can be. */
@Timeout(60)
class CoreDistanceTest {

    private static final long SOON = 20;
    private static final long LATE = 110;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment words = arena.allocate(256, 128);
    private final CoreDistance one = new CoreDistance(word(0), word(128));
    private final CoreDistance other = new CoreDistance(word(128), word(0));

    private MemorySegment word(long at) {
        return words.asSlice(at, Long.BYTES);
    }

    @AfterEach
    void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    @Test
    void isFarAsLongAsThePeerHasTakenNothing() {
        for (int asked = 0; asked < 1000; asked++) {
            one.step();
            assertThat(one.isClose()).isFalse();
        }
    }

    @Test
    void isCloseOnceLinesOfThePeerComeSoon() {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () -> {
                            other.step();
                            return one.isClose();
                        });
    }

    @Test
    void believesTwoLooksThatAgree() {
        one.judge(SOON);
        assertThat(one.isClose()).isFalse();
        one.judge(SOON);
        assertThat(one.isClose()).isTrue();
        one.judge(LATE);
        assertThat(one.isClose()).isFalse();
    }

    @Test
    void oneLookThatTookLongChangesNothingOnceItIsSure() {
        for (int look = 0; look < 100; look++) {
            one.judge(SOON);
        }
        one.judge(50_000);
        assertThat(one.isClose()).isTrue();
        one.judge(LATE);
        assertThat(one.isClose()).isFalse();
    }

    @Test
    void isFarAgainOnceLinesTakeLong() {
        one.judge(SOON);
        one.judge(SOON);
        for (int look = 0; look < 100; look++) {
            one.judge(LATE);
        }
        one.judge(SOON);
        assertThat(one.isClose()).isFalse();
    }

    /** A message that has come is not lost because its link is closed right behind it. */
    @Test
    void isWhatItWasAfterTheMemoryHasGone() {
        one.judge(SOON);
        one.judge(SOON);
        arena.close();

        one.step();
        assertThat(one.isClose()).isTrue();
    }
}
