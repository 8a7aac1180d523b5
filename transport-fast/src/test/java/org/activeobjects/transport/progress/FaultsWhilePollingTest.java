package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Links, tasks and conditions that fail, and threads that are interrupted. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // waits end by no interrupt
class FaultsWhilePollingTest {

    private static final long LONG_NS = 50_000_000_000L;

    private final FutexBell bell = new FutexBell();
    private final Inbox inbox = new Inbox(bell);
    private final Progress progress = new Progress("test-progress", bell, 1);
    private final Rounds rounds = new Rounds();

    FaultsWhilePollingTest() {
        progress.add(inbox);
    }

    @AfterEach
    void close() {
        bell.close();
        progress.close();
    }

    private void awaitFrame() {
        Flag flag = new Flag();
        inbox.put(flag::raise);
        assertThat(progress.await(flag, LONG_NS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 40})
    void aConditionThatFailsLeavesTheLinksToOthers(int looks) throws InterruptedException {
        AtomicInteger looked = new AtomicInteger();
        BooleanSupplier failing =
                () -> {
                    if (looked.incrementAndGet() >= looks) {
                        throw new IllegalStateException("of the program");
                    }
                    return false;
                };
        Conditions conditions = new Conditions(progress);
        AtomicBoolean hasFailed = new AtomicBoolean();
        Thread ringer = Thread.ofPlatform().start(() -> putFramesUntil(hasFailed)); // or it sleeps
        assertThatThrownBy(() -> conditions.await(failing, () -> false, LONG_NS))
                .hasMessage("of the program");
        hasFailed.set(true);
        ringer.join();

        awaitFrame();
        Thread other = Thread.ofPlatform().start(this::awaitFrame);
        other.join();
        awaitFrame();
    }

    /** One at a time; the last one is taken by whoever polls then. */
    private void putFramesUntil(AtomicBoolean end) {
        AtomicBoolean isTaken = new AtomicBoolean(true);
        while (!end.get()) {
            if (isTaken.compareAndSet(true, false)) {
                inbox.put(() -> isTaken.set(true));
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void aConditionThatFailsWhileAnotherThreadPollsPassesTheLinksOn() throws InterruptedException {
        Conditions conditions = new Conditions(progress);
        Flag end = new Flag();
        Thread poller = Thread.ofPlatform().start(() -> progress.await(end, LONG_NS));
        awaitFrameTakenBy(poller); // until then this thread would poll itself, and sleep for ever
        for (int i = 1; i < 40; i++) {
            AtomicInteger left = new AtomicInteger(10 * i);
            assertThatThrownBy(() -> conditions.await(() -> fails(left), () -> false, LONG_NS))
                    .hasMessage("of the program");
        }
        inbox.put(end::raise);
        poller.join();
        awaitFrame();
    }

    private void awaitFrameTakenBy(Thread poller) throws InterruptedException {
        AtomicBoolean isTaken = new AtomicBoolean();
        while (!isTaken.get()) {
            CountDownLatch came = new CountDownLatch(1);
            inbox.put(
                    () -> {
                        isTaken.set(Thread.currentThread() == poller);
                        came.countDown();
                    });
            came.await();
        }
    }

    private static boolean fails(AtomicInteger looksLeft) {
        if (looksLeft.decrementAndGet() < 0) {
            throw new IllegalStateException("of the program");
        }
        return false;
    }

    @Test
    void anInterruptOfTheProgressThreadDoesNotKeepItAwake() {
        AtomicReference<Thread> poller = new AtomicReference<>();
        inbox.put(
                () -> {
                    Thread.currentThread().interrupt();
                    poller.set(Thread.currentThread());
                });
        while (poller.get() == null || poller.get().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatWasPutOffDuringAHelpIsDoneAlsoIfTheHelpFails() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Thread me = Thread.currentThread();
        while (done.getCount() > 0) {
            AtomicReference<Boolean> putOff = new AtomicReference<>(false);
            inbox.inNextRound(
                    () -> {
                        if (Thread.currentThread() == me) {
                            progress.afterwards(done::countDown);
                            putOff.set(true);
                        }
                    });
            BooleanSupplier failing =
                    () -> {
                        if (putOff.get()) {
                            throw new IllegalStateException("of the program");
                        }
                        return false;
                    };
            try {
                var _ = progress.help(failing, 30_000);
            } catch (IllegalStateException e) {
                assertThat(done.getCount()).isZero();
            }
        }
        awaitFrame();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptOutlastsTheWaitThatItDoesNotEnd(boolean isVirtual) throws InterruptedException {
        Flag flag = new Flag();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Runnable wait =
                () -> {
                    boolean isOver = progress.await(flag, LONG_NS);
                    interrupted.set(isOver && Thread.currentThread().isInterrupted());
                };
        Thread.Builder builder = isVirtual ? Thread.ofVirtual() : Thread.ofPlatform();
        Thread waiter = builder.unstarted(wait);
        waiter.start();
        waiter.interrupt();
        inbox.put(flag::raise);
        waiter.join();

        assertThat(interrupted).hasValue(true);
    }

    @Test
    void aVirtualThreadThatWasInterruptedSleepsUntilItsWaitIsOver() throws InterruptedException {
        Flag flag = new Flag();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread waiter =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    boolean isOver = progress.await(flag, LONG_NS);
                                    interrupted.set(
                                            isOver && Thread.currentThread().isInterrupted());
                                });
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        waiter.interrupt();
        while (waiter.isInterrupted() || waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait(); // it takes note, and sleeps again
        }
        inbox.put(flag::raise);
        waiter.join();

        assertThat(interrupted).hasValue(true);
    }

    @Test
    void aLinkThatFailsKeepsNoOtherFromMoving() {
        AtomicInteger received = new AtomicInteger();
        rounds.add(new Failing());
        rounds.add(new Counting(received));
        assertThat(rounds.run()).isEqualTo(1);
        rounds.watch();

        assertThat(received).hasValue(1);
        assertThat(rounds.hasWork()).isTrue();
    }

    @Test
    void anErrorOfTheJvmDoesNotEndTheProgressThread() throws InterruptedException {
        AtomicReference<Thread> served = new AtomicReference<>();
        CountDownLatch before = new CountDownLatch(1);
        inbox.put(
                () -> {
                    served.set(Thread.currentThread());
                    before.countDown();
                });
        assertThat(before.await(30, TimeUnit.SECONDS)).isTrue();
        while (!bell.hasSleeper()) {
            Thread.onSpinWait(); // its next look is when it is woken
        }
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch after = new CountDownLatch(1);
        bell.atNextLook(
                served.get(),
                () -> {
                    failed.countDown();
                    throw new OutOfMemoryError("on purpose");
                });
        inbox.put(() -> {});
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        inbox.put(after::countDown);
        assertThat(after.await(30, TimeUnit.SECONDS)).isTrue();
        awaitFrame();
    }

    /** Wherever it ends, in each of the ways to move the links. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aThreadWhoseStackEndsLeavesTheLinksToOthers(int way) throws InterruptedException {
        for (int frames = 0; frames < 40; frames++) {
            int before = frames;
            Thread.ofPlatform().start(() -> exhaustStack(way, before)).join();

            awaitFrame();
        }
    }

    private void exhaustStack(int way, int before) {
        try {
            descend(way, before, 0, 0);
        } catch (StackOverflowError expected) {
            assertThat(expected).isNotNull();
        }
    }

    /** Frames of another length than those that follow. */
    private void descend(int way, int before, long wider, double frames) {
        if (before > 0) {
            descend(way, before - 1, wider + 1, frames + 1);
        } else {
            descendMoving(way);
        }
    }

    private void descendMoving(int way) {
        switch (way) {
            case 0 -> progress.await(new Flag(), 0);
            case 1 -> progress.help(() -> false, 0);
            case 2 -> progress.pollOnce();
            default -> progress.lookOnce();
        }
        descendMoving(way);
    }

    @Test
    void aTaskThatFailsTakesNoOtherWithIt() {
        List<String> done = new ArrayList<>();
        rounds.add(
                () -> {
                    throw new IllegalStateException("of a task");
                });
        rounds.add(() -> done.add("the other"));
        var _ = rounds.run();

        assertThat(done).containsExactly("the other");
    }

    private static final class Failing implements Incoming {

        @Override
        public int receive(int limit) {
            throw new IllegalStateException("of a link");
        }

        @Override
        public boolean hasInput() {
            throw new IllegalStateException("of a link");
        }

        @Override
        public void watch() {
            throw new IllegalStateException("of a link");
        }
    }

    private record Counting(AtomicInteger received) implements Incoming {

        @Override
        public int receive(int limit) {
            return received.incrementAndGet();
        }

        @Override
        public boolean hasInput() {
            return true;
        }
    }
}
