package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

@Timeout(60)
class HandlerWatchTest {

    private static final long MS = 1_000_000;

    private final AtomicLong cpuNs = new AtomicLong(-1); // not measured
    private final HandlerWatch watch = watch(Long.MIN_VALUE / 2);
    private final HandlerWatch.Place place = watch.add("peer");

    private HandlerWatch watch(long grownUpNs) {
        return new HandlerWatch(_ -> cpuNs.get(), grownUpNs);
    }

    @Test
    void isQuietWhileNoHandlerRuns() {
        assertThat(watch.look(0)).isFalse();
        assertThat(watch.look(1000 * MS)).isFalse();
        assertThat(watch.reports()).isZero();
    }

    @Test
    void isBusyAfterAHandlerHasRun() {
        place.enter("one");
        place.leave();
        assertThat(watch.look(0)).isTrue();
        assertThat(watch.look(20 * MS)).isFalse();
        assertThat(watch.reports()).isZero();
    }

    @Test
    void reportsAHandlerThatRunsTooLongOnce() {
        long start = System.nanoTime();
        for (int round = 0; round < 3; round++) {
            long now = start + round * 1000 * MS;
            place.enter("slow");
            assertThat(watch.look(now)).isTrue();
            assertThat(watch.look(now + 60 * MS)).isTrue();
            watch.look(now + 400 * MS);
            watch.look(now + 500 * MS);
            place.leave();
            watch.look(now + 510 * MS);
            assertThat(watch.reports()).isEqualTo(1);
        }
        place.enter("another slow one");
        watch.look(start + 4000 * MS);
        watch.look(start + 4200 * MS);
        assertThat(watch.reports()).isEqualTo(2);
        place.leave();
    }

    @Test
    void doesNotTakeManyShortHandlersForALongOne() {
        long start = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            place.enter("short");
            watch.look(start + i * 20 * MS);
            place.leave();
        }
        assertThat(watch.reports()).isZero();
    }

    @Test
    void givesAHandlerThatGetsNoCoreMoreTime() {
        long start = System.nanoTime();
        cpuNs.set(7000 * MS);
        place.enter("starved");
        watch.look(start);
        for (int ms = 0; ms < 1000; ms += 20) {
            watch.look(start + ms * MS);
            cpuNs.addAndGet(9 * MS);
        }
        assertThat(watch.reports()).isZero();
        watch.look(start + 1100 * MS);
        assertThat(watch.reports()).isEqualTo(1);
        place.leave();
    }

    @Test
    void reportsAHandlerThatComputesOnABusyHost() {
        long start = System.nanoTime();
        cpuNs.set(7000 * MS);
        place.enter("busy");
        watch.look(start);
        watch.look(start + 110 * MS);
        assertThat(watch.reports()).as("how much it computes is not known yet").isZero();
        cpuNs.addAndGet(11 * MS);
        watch.look(start + 130 * MS);
        assertThat(watch.reports()).isEqualTo(1);
        place.leave();
    }

    @Test
    void givesAHandlerThatComputesInAYoungJvmMoreTime() {
        long start = System.nanoTime();
        HandlerWatch young = watch(start + 600 * MS);
        HandlerWatch.Place ofYoung = young.add("peer");
        ofYoung.enter("loads classes");
        young.look(start);
        for (int ms = 100; ms < 600; ms += 20) {
            young.look(start + ms * MS);
        }
        assertThat(young.reports()).isZero();
        young.look(start + 620 * MS);
        assertThat(young.reports()).isEqualTo(1);
        ofYoung.leave();
    }

    @Test
    void keepsNoThreadWhoseHandlerHasEnded() throws InterruptedException {
        WeakReference<Thread> ended = new WeakReference<>(runHandlerOnThread());
        watch.look(0);
        watch.look(20 * MS);
        Awaitility.await()
                .until(
                        () -> {
                            System.gc();
                            return ended.refersTo(null);
                        });
        place.enter("next");
        place.leave();
        assertThat(watch.look(40 * MS)).isTrue();
    }

    private Thread runHandlerOnThread() throws InterruptedException {
        Thread thread =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    place.enter("one");
                                    place.leave();
                                });
        thread.join();
        return thread;
    }

    @Test
    void watchesThePlacesOfSeveralThreads() throws InterruptedException {
        cpuNs.set(0); // it waits, for which one needs no core
        HandlerWatch.Place second = watch.add("second");
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    second.enter("stuck");
                                    running.countDown();
                                    try {
                                        over.await();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                    second.leave();
                                });
        running.await();
        Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING);
        long now = System.nanoTime();
        watch.look(now);
        watch.look(now + 500 * MS);
        assertThat(watch.reports()).isEqualTo(1);
        over.countDown();
        thread.join();
        watch.remove(second);
        assertThat(watch.look(now + 600 * MS)).isFalse();
    }
}
