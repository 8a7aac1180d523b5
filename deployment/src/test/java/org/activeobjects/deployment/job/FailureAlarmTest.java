package org.activeobjects.deployment.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;

@Timeout(60)
class FailureAlarmTest {

    private final Thread caller = Thread.currentThread();
    private final CountDownLatch failure = new CountDownLatch(1);
    private Thread watch;

    @AfterEach
    void endWatch() throws InterruptedException {
        watch.interrupt();
        watch.join();
    }

    /** As the ranks do: ends when it is interrupted. */
    private Thread onFailure(Runnable action) {
        watch =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        failure.await();
                                        action.run();
                                        awaitCallerWaits();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                });
        return watch;
    }

    /** So the caller finds the interrupt while this thread still runs. */
    private void awaitCallerWaits() {
        while (caller.getState() != Thread.State.WAITING
                && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void leavesNoInterruptBehindThatCameBeforeTheEnd() {
        FailureAlarm alarm = new FailureAlarm(this::onFailure);
        failure.countDown();
        while (!caller.isInterrupted()) {
            Thread.onSpinWait();
        }

        assertThat(alarm.end()).isTrue();

        assertThat(caller.isInterrupted()).isFalse();
        assertThat(watch.isAlive()).isFalse();
    }

    @Test
    void interruptsNobodyAfterItsEnd() throws InterruptedException {
        FailureAlarm alarm = new FailureAlarm(this::onFailure);

        assertThat(alarm.end()).isFalse();
        failure.countDown();
        watch.interrupt();
        watch.join();

        assertThat(caller.isInterrupted()).isFalse();
    }
}
