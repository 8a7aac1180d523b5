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
        bursts.keepsBack();
        bursts.keepsBack();
        now += 10_000;
        bursts.end(false);
    }

    private void longBurst(boolean isKeptBack) {
        bursts.keepsBack();
        bursts.keepsBack();
        now += 1_000_000;
        bursts.end(isKeptBack);
    }

    private int shortBurstsUntilBelieved() {
        int count = 0;
        while (true) {
            bursts.keepsBack();
            boolean kept = bursts.keepsBack();
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
            assertThat(bursts.keepsBack()).isFalse();
            bursts.end(false);
            shortBurst();
        }
    }

    @Test
    void keepsNothingBackBeforeAShortBurstWasSeen() {
        for (int i = 0; i < 100; i++) {
            assertThat(bursts.keepsBack()).isFalse();
        }
        assertThat(bursts.isOpen()).isTrue();
        bursts.end(false);
        assertThat(bursts.isOpen()).isFalse();
    }

    @Test
    void hasTheEndOfASingleFrameToldToo() {
        bursts.keepsBack();
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
                assertThat(bursts.keepsBack()).isFalse();
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
            assertThat(bursts.keepsBack()).isFalse();
            assertThat(bursts.keepsBack()).isFalse();
            now += 10_000;
            bursts.end(false);
        }
    }
}
