package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BurstsTest {

    private long now;

    private final Bursts bursts =
            new Bursts() {
                @Override
                long now() {
                    return now;
                }
            };

    private void shortBurst() {
        bursts.keepsBack(false);
        bursts.keepsBack(false);
        now += 10_000;
        bursts.end(false);
    }

    private void longBurst(boolean isKeptBack) {
        bursts.keepsBack(false);
        bursts.keepsBack(false);
        now += 1_000_000;
        bursts.end(isKeptBack);
    }

    private int shortBurstsUntilBelieved() {
        int count = 0;
        while (true) {
            bursts.keepsBack(false);
            boolean kept = bursts.keepsBack(false);
            bursts.end(kept);
            if (kept) {
                return count;
            }
            if (++count > 100_000) {
                throw new AssertionError("never believed");
            }
        }
    }

    @Test
    void neverKeepsTheFirstFrameBack() {
        for (int i = 0; i < 100; i++) {
            assertThat(bursts.keepsBack(false)).isFalse();
            bursts.end(false);
            shortBurst();
        }
    }

    @Test
    void keepsTheFirstFrameBackForOthersThatFollow() {
        assertThat(bursts.keepsBack(true)).as("nothing is known yet").isFalse();
        bursts.end(false);
        for (int i = 0; i < 2; i++) {
            shortBurst();
        }
        assertThat(bursts.keepsBack(true)).isTrue();
        now += 10_000;
        assertThat(bursts.keepsBack(true)).isTrue();
        bursts.end(false);
    }

    @Test
    void mindsAFirstFrameThatWaitedForNobody() {
        for (int i = 0; i < 16; i++) {
            shortBurst();
        }
        assertThat(bursts.keepsBack(true)).isTrue();
        now += 1_000_000;
        bursts.end(true);
        assertThat(bursts.keepsBack(true)).as("trust is lost").isFalse();
    }

    @Test
    void keepsNothingBackBeforeAShortBurstWasSeen() {
        for (int i = 0; i < 100; i++) {
            assertThat(bursts.keepsBack(false)).isFalse();
        }
        assertThat(bursts.isOpen()).isTrue();
        bursts.end(false);
        assertThat(bursts.isOpen()).isFalse();
    }

    @Test
    void hasTheEndOfASingleFrameToldToo() {
        bursts.keepsBack(false);
        assertThat(bursts.isOpen()).as("or the next one would be taken for its second").isTrue();
        bursts.end(false);
        assertThat(bursts.isOpen()).isFalse();
    }

    @Test
    void keepsBackOnceBurstsHaveBeenShort() {
        assertThat(shortBurstsUntilBelieved()).isEqualTo(2);
    }

    @Test
    void doesNotMindHowLongItTakesToSendFramesThatDoNotWait() {
        for (int burst = 0; burst < 2; burst++) {
            for (int i = 0; i < 64; i++) {
                assertThat(bursts.keepsBack(false)).isFalse();
                now += 10_000;
            }
            bursts.end(false);
        }
        assertThat(shortBurstsUntilBelieved()).isZero();
    }

    @Test
    void mindsABurstThatIsFollowedByWorkMoreIfItsFramesWaited() {
        assertThat(shortBurstsUntilBelieved()).isEqualTo(2);
        longBurst(false);
        int little = shortBurstsUntilBelieved();
        longBurst(true);
        assertThat(shortBurstsUntilBelieved()).isGreaterThan(little).isGreaterThan(8);
    }

    @Test
    void forgivesALateOneAmongMany() {
        for (int i = 0; i < 64; i++) {
            shortBurst();
        }
        longBurst(true);
        assertThat(shortBurstsUntilBelieved()).isZero();
    }

    @Test
    void doesNotBelieveAProgramThatWorksAfterMostOfItsBursts() {
        for (int i = 0; i < 1000; i++) {
            longBurst(false);
            shortBurst();
            assertThat(bursts.keepsBack(false)).isFalse();
            assertThat(bursts.keepsBack(false)).isFalse();
            now += 10_000;
            bursts.end(false);
        }
    }
}
