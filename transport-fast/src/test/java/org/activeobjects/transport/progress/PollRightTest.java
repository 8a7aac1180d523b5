package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the doorbell says when the right is given back. */
@Timeout(30)
class PollRightTest {

    private final FutexBell bell = new FutexBell();
    private final PollRight right = new PollRight(new Rounds(), bell);

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
}
