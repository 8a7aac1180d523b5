package org.activeobjects.transport.posix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

@Timeout(60)
class AlarmTest {

    private static final long NEVER_NS = Duration.ofDays(1).toNanos();

    @BeforeEach
    void requireSockets() {
        Assumptions.assumeTrue(Sockets.whyNot() == null, Sockets.whyNot());
    }

    /** A thread that waits for it, and about to do so when this returns. */
    private static CompletableFuture<Void> waitFor(Alarm alarm) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> waiting =
                CompletableFuture.runAsync(
                        () -> {
                            begun.countDown();
                            alarm.await();
                        });
        begun.await();
        return waiting;
    }

    @Test
    void ringsByItselfWhenItIsNoMorePutOff() throws IOException {
        try (Alarm alarm = new Alarm(1_000_000)) {
            for (int i = 0; i < 1000; i++) {
                alarm.putOff();
            }
            alarm.await();
            alarm.putOff();
            alarm.await();
        }
    }

    @Test
    void ringsAtOnceHoweverFarItWasPutOff() throws Exception {
        try (Alarm alarm = new Alarm(NEVER_NS)) {
            alarm.putOff();
            CompletableFuture<Void> waiting = waitFor(alarm);
            alarm.ring();
            waiting.get();
            alarm.ring();
            alarm.await();
        }
    }

    @Test
    void hasNotRungAnyMoreOnceItIsPutOff() throws Exception {
        try (Alarm alarm = new Alarm(NEVER_NS)) {
            alarm.ring();
            alarm.putOff();
            CompletableFuture<Void> waiting = waitFor(alarm);
            assertThatThrownBy(() -> waiting.get(20, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            alarm.ring();
            waiting.get();
        }
    }

    @Test
    void closingWakesWhoWaitsAndLeavesNothingToWaitFor() throws Exception {
        Alarm alarm = new Alarm(NEVER_NS);
        alarm.putOff();
        CompletableFuture<Void> waiting = waitFor(alarm);
        alarm.close();
        waiting.get();
        alarm.close();
        alarm.await();
        alarm.putOff();
        alarm.ring();
        assertThat(waiting).isCompleted();
    }
}
