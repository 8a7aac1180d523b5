package org.activeobjects.transport.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.posix.CoreYield;
import org.activeobjects.transport.progress.ProgressLoop.Guard;
import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Helps that follow each other so quickly that the doorbell stays as it is in between; at one that
 * nobody rings then.
 */
@Timeout(60)
class GuardTest {

    private static final long HELP_NS = 30_000;

    private final FutexBell bell = new FutexBell();
    private final Inbox inbox = new Inbox(bell);
    private final Rounds rounds = new Rounds();
    private final PollRight right = new PollRight(rounds, bell);
    private final CoreYield core = new CoreYield();
    private final ProgressLoop loop =
            new ProgressLoop("test-progress", right, rounds, bell, core, 2);
    private final Helper helper = new Helper(right, rounds, bell, loop, core, true);

    @BeforeEach
    void open() {
        rounds.add(inbox);
        loop.start();
    }

    @AfterEach
    void close() {
        bell.close();
        loop.close();
    }

    private void help() {
        AtomicBoolean there = new AtomicBoolean();
        inbox.put(() -> there.set(true));
        while (!helper.help(there::get, HELP_NS)) {
            Thread.onSpinWait();
        }
    }

    /** One help after the other, until peers are not told in between that nobody polls. */
    private void helpUntilLent() {
        do {
            help();
        } while (!right.isLent() || !right.isFree());
    }

    @Test
    void whatComesWhenNobodyComesBackIsTakenWithoutARing() throws InterruptedException {
        for (int time = 0; time < 20; time++) {
            helpUntilLent();
            CountDownLatch taken = new CountDownLatch(1);
            inbox.put(taken::countDown);
            taken.await();
        }
    }

    @Test
    void theGuardEndsWhenNobodyComesBackAndThenARingIsNeededAgain() throws InterruptedException {
        helpUntilLent();
        while (loop.guard().isUp() || bell.level() != Doorbell.IDLE || !bell.hasSleeper()) {
            Thread.onSpinWait();
        }
        assertThat(right.isLent()).isFalse();
        CountDownLatch taken = new CountDownLatch(1);
        inbox.put(taken::countDown);
        taken.await();
    }

    @Test
    void whoSleepsForEveryFrameEndsTheLoan() {
        helpUntilLent();
        right.waiterAsideComes();
        right.raiseLevel();
        // By whoever has the right just now, at the latest when it gives that back.
        while (bell.level() != Doorbell.WAITING) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < 2 * Guard.MANY; i++) {
            help();
            assertThat(right.isLent()).isFalse();
        }
        right.waiterAsideGoes();
    }

    @Test
    void onlyManyQuickHelpsInARowCallForAGuard() {
        Guard guard = new Guard();
        long now = System.nanoTime();
        for (int i = 0; i < 10 * Guard.MANY; i++) {
            // One in so many comes late.
            now += i % Guard.MANY == 0 ? Guard.SOON_NS + 1 : Guard.SOON_NS;
            guard.begins(now);
            assertThat(guard.isWanted()).isFalse();
        }
        guard.begins(now + Guard.SOON_NS);
        assertThat(guard.isWanted()).isTrue();
        assertThat(guard.stands()).isFalse();
    }

    @Test
    void theGuardStandsForAsLongAsItIsNeededAndNoLonger() {
        Guard guard = new Guard();
        long now = System.nanoTime();
        assertThat(guard.stand(now)).isZero();
        for (int i = 0; i <= Guard.MANY; i++) {
            guard.begins(++now);
        }
        assertThat(guard.stand(now + 1)).isEqualTo(Guard.LONGEST_NS - 1);
        assertThat(guard.stands()).isTrue();
        assertThat(guard.limit(Long.MAX_VALUE)).isEqualTo(Guard.LONGEST_NS);

        assertThat(guard.stand(now + Guard.LONGEST_NS)).isZero();
        assertThat(guard.stands()).isFalse();
        assertThat(guard.limit(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }
}
