package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.spi.Doorbell;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** With doorbells at which nobody wakes for no reason, so that a missed ring is a hang. */
@Timeout(60)
class HelperTest {

    private static final long LONG_NS = 50_000_000_000L;
    private static final int LONGEST_HELP_NS = 30_000;

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
        return open(bell, inbox, 2);
    }

    private Progress open(FutexBell bell, Inbox inbox, int cores) {
        Progress progress = new Progress("test-progress", bell, cores);
        opened.add(progress);
        progress.add(inbox);
        return progress;
    }

    /** Helps until it is there; a single help may find that somebody else polls. */
    private static void helpUntil(Progress progress, BooleanSupplier until) {
        while (!progress.help(until, LONGEST_HELP_NS)) {
            Thread.onSpinWait();
        }
    }

    /** Has code run by the calling thread while it helps, alone with the links. */
    private static void inAHelp(Progress progress, FutexBell bell, Inbox inbox, Runnable code) {
        Thread me = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        while (!done.get()) {
            while (!bell.hasSleeper()) {
                Thread.onSpinWait();
            }
            inbox.inNextRound(
                    () -> {
                        if (Thread.currentThread() == me) {
                            code.run();
                            done.set(true);
                        }
                    });
            var _ = progress.help(done::get, LONGEST_HELP_NS);
        }
    }

    @Test
    void nobodyRingsWhileOneHelpsAndEverybodyDoesAfterwards() throws InterruptedException {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        List<Integer> levels = new ArrayList<>();
        inAHelp(progress, bell, inbox, () -> levels.add(bell.level()));
        assertThat(levels).containsExactly(Doorbell.AWAKE);
        // By the progress thread, which only a ring wakes.
        CountDownLatch taken = new CountDownLatch(1);
        inbox.put(taken::countDown);
        taken.await();
    }

    @Test
    void whatAHelperIsToWakeIsWokenWhenTheLinksAreFree() {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        List<String> order = new ArrayList<>();
        Flag flag = new Flag();
        Runnable wake =
                () -> {
                    order.add("woken");
                    inbox.put(flag::raise);
                    assertThat(progress.await(flag, LONG_NS)).isTrue(); // refused in a handler
                };
        inAHelp(
                progress,
                bell,
                inbox,
                () -> {
                    progress.afterwards(wake);
                    order.add("handled");
                });
        assertThat(order).containsExactly("handled", "woken");
        assertThat(flag.isOver()).isTrue();
    }

    @Test
    void aHelpEndsWhenAnotherThreadIsToBeWokenAlsoInVain() {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        AtomicBoolean woken = new AtomicBoolean();
        while (!woken.get()) {
            inbox.put(() -> progress.afterwards(() -> woken.set(true)));
            assertThat(progress.help(() -> false, LONG_NS)).isFalse();
        }
    }

    @Test
    void whoDoesNotHelpWakesAtOnce() throws InterruptedException {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        List<String> order = new ArrayList<>();
        progress.afterwards(() -> order.add("outside"));
        CountDownLatch handled = new CountDownLatch(1);
        inbox.put(
                () -> {
                    progress.afterwards(() -> order.add("woken"));
                    order.add("handled");
                    handled.countDown();
                });
        handled.await();
        assertThat(order).containsExactly("outside", "woken", "handled");
    }

    @Test
    void aHandlerDoesNotHelp() {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        List<Boolean> helped = new ArrayList<>();
        AtomicBoolean nested = new AtomicBoolean();
        inAHelp(
                progress,
                bell,
                inbox,
                () -> {
                    inbox.inNextRound(() -> nested.set(true));
                    helped.add(progress.help(nested::get, LONG_NS));
                });
        assertThat(helped).containsExactly(false);
    }

    @Test
    void whoIsInterruptedDoesNotHelp() {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        AtomicReference<Thread> helper = new AtomicReference<>();
        Thread.currentThread().interrupt();
        inbox.inNextRound(() -> helper.set(Thread.currentThread()));
        assertThat(progress.help(() -> false, LONG_NS)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(helper.get()).isNotSameAs(Thread.currentThread());
    }

    @Test
    void withoutACoreToSpareNobodyHelps() {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox, 0);
        AtomicReference<Thread> helper = new AtomicReference<>();
        inbox.inNextRound(() -> helper.set(Thread.currentThread()));
        assertThat(progress.help(() -> false, LONG_NS)).isFalse();
        assertThat(helper.get()).isNotSameAs(Thread.currentThread());
    }

    @Test
    void afterAHandlerThatFailedAHelpGoesOn() {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        AtomicBoolean next = new AtomicBoolean();
        inbox.put(
                () -> {
                    throw new IllegalStateException("of a handler");
                });
        inbox.put(() -> next.set(true));
        helpUntil(progress, next::get);
    }

    @Test
    void whatAConditionThrowsLeavesTheLinksToOthers() {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        BooleanSupplier failing =
                () -> {
                    if (isFirst.getAndSet(false)) {
                        return false;
                    }
                    throw new IllegalStateException("of a condition");
                };
        assertThat(thrownBy(() -> progress.help(failing, LONG_NS)))
                .isInstanceOf(IllegalStateException.class);
        Flag flag = new Flag();
        inbox.put(flag::raise);
        assertThat(progress.await(flag, LONG_NS)).isTrue();
    }

    private static Throwable thrownBy(BooleanSupplier code) {
        try {
            return code.getAsBoolean() ? null : new AssertionError("nothing was thrown");
        } catch (RuntimeException e) {
            return e;
        }
    }

    @Test
    void theEndDoesNotWaitForWhoHelps() throws InterruptedException {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        AtomicBoolean closed = new AtomicBoolean();
        CountDownLatch began = new CountDownLatch(1);
        Thread helper =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    inbox.put(began::countDown);
                                    helpUntil(progress, closed::get);
                                });
        began.await();
        progress.close();
        closed.set(true);
        helper.join();
    }

    @Test
    void whoHelpsGetsTheLinksFromAThreadThatHasWaitedForLong() throws InterruptedException {
        FutexBell bell = newBell();
        Inbox inbox = new Inbox(bell);
        Progress progress = open(bell, inbox);
        Flag flag = new Flag();
        Thread waiter = Thread.ofPlatform().start(() -> progress.await(flag, LONG_NS));
        moveOnesBy(waiter, inbox, Thread::yield); // who helped now might never see it poll again
        moveOnesBy(
                Thread.currentThread(), inbox, () -> progress.help(() -> false, LONGEST_HELP_NS));
        inbox.put(flag::raise); // taken by neither, for the waiter polls no more
        waiter.join();
    }

    /** Has frames come, one behind the other, until a thread has taken one. */
    private static void moveOnesBy(Thread mover, Inbox inbox, Runnable meanwhile) {
        AtomicReference<Thread> last = new AtomicReference<>();
        while (last.get() != mover) {
            last.set(null);
            inbox.put(() -> last.set(Thread.currentThread()));
            while (last.get() == null) {
                assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
                meanwhile.run();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nobodyMissesAnAnswerForWhichSomeHelpAndSomeSleep(boolean isVirtual)
            throws InterruptedException {
        FutexBell nearBell = newBell();
        FutexBell farBell = newBell();
        Inbox near = new Inbox(nearBell);
        Inbox far = new Inbox(farBell);
        Progress here = open(nearBell, near);
        Progress there = open(farBell, far);
        Callers.makeCalls(isVirtual, random -> call(random, here, there, near, far));
    }

    /** A call that is served by a thread of its own, which helps for a while afterwards. */
    private static void call(
            SplittableRandom random, Progress here, Progress there, Inbox near, Inbox far) {
        Flag answered = new Flag();
        int rest = random.nextInt(LONGEST_HELP_NS);
        int help = random.nextInt(LONGEST_HELP_NS);
        Runnable answer =
                () -> {
                    near.put(answered::raise);
                    var _ = there.help(() -> false, rest);
                };
        far.put(() -> there.afterwards(() -> Thread.ofVirtual().start(answer)));
        if (random.nextBoolean() && here.help(answered::isOver, help)) {
            return;
        }
        assertThat(here.await(answered, LONG_NS)).isTrue();
    }
}
