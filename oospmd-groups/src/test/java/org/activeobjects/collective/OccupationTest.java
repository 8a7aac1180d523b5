package org.activeobjects.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.atomic.AtomicBoolean;

@Timeout(60)
class OccupationTest {

    private static final int LOOKS = 5_000_000;
    private static final int TAGS = 1000;

    private final Occupation occupation = new Occupation();

    @Test
    void tellsWhatIsDoneAndThenWhatWasDoneLast() {
        assertThat(occupation.look().isBusy()).isFalse();
        assertThat(occupation.look().operation()).isNull();

        occupation.beginExchange("halo", 3);
        assertThat(occupation.look())
                .isEqualTo(
                        new Occupation.Moment(
                                1, Thread.currentThread(), Occupation.EXCHANGE, "halo", 0, 3, 0));
        occupation.end();
        assertThat(occupation.look())
                .isEqualTo(
                        new Occupation.Moment(
                                2, Thread.currentThread(), Occupation.EXCHANGE, "halo", 0, 3, 0));

        OccupationTesting.beginBroadcast(occupation, 7, 1, 2);
        Occupation.Moment now = occupation.look();
        assertThat(now.isBusy()).isTrue();
        assertThat(now.operation()).isEqualTo("broadcast");
        assertThat(now.peer()).isEqualTo(2);
        assertThat(now.collectives()).isEqualTo(7);
    }

    @Test
    void tellsThatSeveralThreadsActOnceAnotherHasBegunSomething() throws InterruptedException {
        occupation.beginExchange("own", 1);
        occupation.end();
        assertThat(occupation.isShared()).isFalse();

        Thread.ofPlatform().start(() -> occupation.beginExchange("other's", 1)).join();

        assertThat(occupation.isShared()).isTrue();
        assertThat(occupation.look().tag()).isEqualTo("own");
    }

    @Test
    void neverMixesTwoOperations() throws InterruptedException {
        String[] tags = new String[TAGS];
        for (int i = 0; i < TAGS; i++) {
            tags[i] = Integer.toString(i);
        }
        AtomicBoolean isOver = new AtomicBoolean();
        Thread rank =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    for (int i = 0; !isOver.get(); i = (i + 1) % TAGS) {
                                        occupation.beginExchange(tags[i], i);
                                        letOthersLook();
                                        occupation.end();
                                        letOthersLook();
                                    }
                                });
        try {
            for (int i = 0; i < LOOKS; i++) {
                Occupation.Moment moment = occupation.look();
                if (moment.tag() != null && Integer.parseInt(moment.tag()) != moment.peer()) {
                    assertThat(moment).as("an exchange whose tag is its peer").isNull();
                }
            }
        } finally {
            isOver.set(true);
            rank.join();
        }
    }

    /** Who only began and ended would be seen between the two of them by nobody. */
    private static void letOthersLook() {
        for (int i = 0; i < 3; i++) {
            Thread.onSpinWait();
        }
    }
}
