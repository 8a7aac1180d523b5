package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** With doorbells at which nobody wakes for no reason, so that a missed ring is a hang. */
@Timeout(60)
class ProgressTest {

    private static final long LONG_NS = 50_000_000_000L;
    private static final int LONGEST_PAUSE = 3_000;

    private final List<FutexBell> bells = new ArrayList<>();
    private final List<Progress> opened = new ArrayList<>();

    @AfterEach
    void close() {
        bells.forEach(FutexBell::close);
        opened.forEach(Progress::close);
    }

    private FutexBell newBell() {
        FutexBell bell = new FutexBell();
        bells.add(bell);
        return bell;
    }

    private Progress open(FutexBell bell, Inbox inbox) {
        Progress progress = new Progress("test-progress", bell, 2);
        opened.add(progress);
        progress.add(inbox);
        return progress;
    }

    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aRingBetweenTheLookAtTheLevelAndTheEndOfAWaitIsNotLost() throws InterruptedException {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        spinUntil(bell::hasSleeper);
        CountDownLatch taken = new CountDownLatch(1);
        Thread waiter = Thread.currentThread();
        int slept = bell.sleeps();
        // The waiter sees that nobody has rung; then a peer rings, and the progress thread, which
        // finds the right taken, goes to sleep until that is given back.
        Runnable ring =
                () -> {
                    inbox.put(taken::countDown);
                    spinUntil(() -> bell.sleeps() > slept);
                };
        Flag flag = new Flag();
        inbox.inNextRound(
                () -> {
                    flag.raiseSilently();
                    bell.atNextLook(waiter, ring);
                });
        assertThat(progress.await(flag, LONG_NS)).isTrue();
        taken.await();
    }

    /** As a link that rings for urgent frames only. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoOnlyAsksSeesWhatNobodyHasRungFor(boolean isVirtual) throws InterruptedException {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(new FutexBell()); // at which nobody sleeps
        Progress progress = open(bell, inbox);
        spinUntil(bell::hasSleeper);
        AtomicBoolean hasCome = new AtomicBoolean();
        inbox.put(() -> hasCome.set(true));
        Runnable ask =
                () -> {
                    while (!hasCome.get()) {
                        progress.pollOnce();
                    }
                };
        Thread asking = (isVirtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(ask);
        asking.join();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nobodyMissesAnAnswer(boolean isVirtual) throws InterruptedException {
        FutexBell nearBell = newBell();
        FutexBell farBell = newBell();
        Inbox near = new Inbox(nearBell);
        Inbox far = new Inbox(farBell);
        Progress here = open(nearBell, near);
        Progress there = open(farBell, far);
        Callers.makeCalls(isVirtual, random -> call(random, here, there, near, far));
    }

    /** A call that is served by a thread of its own, which may itself wait meanwhile. */
    private static void call(
            SplittableRandom random, Progress here, Progress there, Inbox near, Inbox far) {
        Flag answered = new Flag();
        Flag confirmed = new Flag();
        Runnable answer =
                random.nextBoolean()
                        ? () -> near.put(answered::raise)
                        : () -> {
                            near.put(() -> far.put(confirmed::raise));
                            assertThat(there.await(confirmed, LONG_NS)).isTrue();
                            near.put(answered::raise);
                        };
        boolean looksFirst = random.nextBoolean();
        far.put(() -> Thread.ofVirtual().start(answer));
        if (looksFirst) {
            here.pollOnce();
        }
        assertThat(here.await(answered, LONG_NS)).isTrue();
        for (int pause = random.nextInt(LONGEST_PAUSE); pause > 0; pause--) {
            Thread.onSpinWait();
        }
    }
}
