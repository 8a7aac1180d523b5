package org.activeobjects.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.diagnosis.DeadlockPolicy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

@Timeout(60)
class LockWatchTest {

    private final LockWatch watch = LockWatch.start(DeadlockPolicy.OFF);
    private final ReentrantLock accounts = new ReentrantLock();
    private final ReentrantLock journal = new ReentrantLock();
    private final CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    private Thread teller;
    private Thread auditor;

    @AfterEach
    void end() throws InterruptedException {
        watch.close();
        for (Thread thread : new Thread[] {teller, auditor}) {
            if (thread != null) {
                thread.interrupt();
                thread.join();
            }
        }
    }

    private Thread start(String name, ReentrantLock first, ReentrantLock second) {
        return Thread.ofPlatform().name(name).start(() -> takeBoth(first, second));
    }

    private void takeBoth(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            bothHoldOne.await();
            second.lockInterruptibly(); // so that the test can end it
            second.unlock();
        } catch (Exception e) {
            Thread.currentThread().interrupt();
        } finally {
            first.unlock();
        }
    }

    private String stick() {
        teller = start("teller", accounts, journal);
        auditor = start("auditor", journal, accounts);
        AtomicReference<String> report = new AtomicReference<>();
        Awaitility.await()
                .until(
                        () -> {
                            watch.look().ifPresent(report::set);
                            return report.get() != null;
                        });
        return report.get();
    }

    @Test
    void tellsWhichThreadsWaitForWhichLocksAndWhere() {
        String report = stick();

        assertThat(report)
                .startsWith("deadlock: threads of this JVM wait for each other's locks")
                .contains("\"teller\" waits for java.util.concurrent.locks.ReentrantLock")
                .contains(", which \"auditor\" holds")
                .contains("\"auditor\" waits for ")
                .contains(", which \"teller\" holds")
                .contains("takeBoth(LockWatchTest.java:")
                .contains("in the same order");
    }

    @Test
    void tellsOfTheSameThreadsOnce() {
        assertThat(stick()).isNotNull();

        assertThat(watch.look()).isEqualTo(Optional.empty());
    }

    @Test
    void saysNothingWhereEverybodyGoesOn() {
        assertThat(watch.look()).isEmpty();
    }
}
