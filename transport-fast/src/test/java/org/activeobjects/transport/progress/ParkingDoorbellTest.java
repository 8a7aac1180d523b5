package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class ParkingDoorbellTest {

    private static final int SLEEPS = 10_000;
    private static final int OBJECT_LENGTH = 16;

    private final ParkingDoorbell bell = new ParkingDoorbell();

    @Test
    void aSleepAllocatesNothing() {
        ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().threadId();
        bell.arm(Doorbell.WAITING);
        beans.getThreadAllocatedBytes(id);

        long before = beans.getThreadAllocatedBytes(id);
        for (int i = 0; i < SLEEPS; i++) {
            bell.sleep(Doorbell.WAITING, 1);
        }
        long allocated = beans.getThreadAllocatedBytes(id) - before;

        assertThat(allocated).isLessThan((long) OBJECT_LENGTH * SLEEPS / 2);
    }

    @Test
    void nobodySleepsBesideAfterAnArmingAndARing() {
        int seen = bell.state();
        bell.arm(Doorbell.IDLE);
        bell.ring();
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
        bell.sleepBeside(seen, TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void whoTakesWhatHasComeIsWokenAlone() throws InterruptedException {
        AtomicInteger wakes = new AtomicInteger();
        bell.arm(Doorbell.IDLE);
        Thread beside =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    bell.sleep(Doorbell.IDLE, TimeUnit.HOURS.toNanos(1));
                                    wakes.incrementAndGet();
                                });
        while (beside.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < SLEEPS; i++) {
            bell.armAlone(Doorbell.WAITING);
            bell.ring();
            bell.sleepAlone(Doorbell.WAITING, TimeUnit.HOURS.toNanos(1));
            assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
        }
        assertThat(wakes).hasValue(0);

        bell.arm(Doorbell.IDLE);
        bell.ring();
        beside.join();
    }

    @Test
    void aRingEndsEverySleepAlsoOfMoreThreadsThanThereArePlaces() throws InterruptedException {
        bell.arm(Doorbell.WAITING);
        List<Thread> sleepers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sleepers.add(
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        while (bell.level() == Doorbell.WAITING) {
                                            bell.sleep(Doorbell.WAITING, TimeUnit.HOURS.toNanos(1));
                                        }
                                    }));
        }

        bell.ring();

        for (Thread sleeper : sleepers) {
            sleeper.join();
        }
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
    }
}
