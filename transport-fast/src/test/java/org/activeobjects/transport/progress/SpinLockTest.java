package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

@Timeout(60)
class SpinLockTest {

    private final SpinLock lock = new SpinLock();

    /** As a handler of a user may, and then nobody is to take a core from it. */
    @ParameterizedTest(name = "virtual: {0}")
    @ValueSource(booleans = {false, true})
    void whoWaitsForOneThatHoldsItForLongSleeps(boolean isVirtual) throws Exception {
        AtomicBoolean isInterrupted = new AtomicBoolean();
        lock.lock();
        Thread waiter =
                (isVirtual ? Thread.ofVirtual() : Thread.ofPlatform())
                        .start(
                                () -> {
                                    lock.lock();
                                    isInterrupted.set(Thread.interrupted());
                                    lock.unlock();
                                });
        try {
            awaitSleep(waiter);
            waiter.interrupt();
            awaitSleep(waiter);
        } finally {
            lock.unlock();
        }

        waiter.join();
        assertThat(isInterrupted).as("it keeps its interrupt").isTrue();
        assertThat(lock.tryLock()).isTrue();
    }

    private void awaitSleep(Thread waiter) {
        Awaitility.await()
                .pollInterval(Duration.ofNanos(50_000))
                .until(() -> LockSupport.getBlocker(waiter) == lock);
    }
}
