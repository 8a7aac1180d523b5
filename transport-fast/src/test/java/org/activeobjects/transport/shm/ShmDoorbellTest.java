package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.posix.Futex;
import org.activeobjects.transport.shm.segment.SteadyDoorbell;
import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class ShmDoorbellTest {

    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(50);

    private static ShmDoorbell bell(boolean futex) {
        Arena arena = Arena.ofShared();
        assumeTrue(!futex || Futex.get().isPresent(), "no native access");
        return new ShmDoorbell(
                arena.allocate(Layout.PAGE, 64), arena, futex ? Futex.get().get() : null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void letsNobodySleepAtALevelThatIsNotArmed(boolean futex) {
        try (ShmDoorbell bell = bell(futex)) {
            bell.sleep(Doorbell.WAITING, LONG_NS);
            bell.arm(Doorbell.IDLE);
            bell.sleep(Doorbell.WAITING, LONG_NS);
            bell.arm(Doorbell.WAITING);
            bell.ring();
            assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
            bell.sleep(Doorbell.WAITING, LONG_NS);
        }
    }

    @Test
    void goesOnAloneWhenItsFileIsCutOff(@TempDir Path folder) throws Exception {
        Arena arena = Arena.ofShared();
        MemorySegment memory;
        Doorbell bell;
        try (FileChannel file =
                FileChannel.open(
                        folder.resolve("bell"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            memory = file.map(FileChannel.MapMode.READ_WRITE, 0, Layout.PAGE, arena);
            Futex futex = Futex.get().orElse(null);
            bell = new SteadyDoorbell(new ShmDoorbell(memory, arena, futex), bell(futex != null));
            bell.arm(Doorbell.IDLE);
            file.truncate(0);
        }

        bell.arm(Doorbell.IDLE);
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE); // of another one, not armed yet
        bell.arm(Doorbell.WAITING);
        Thread sleeper = Thread.ofPlatform().daemon().start(() -> sleepWhileArmed(bell));
        bell.ring();
        assertThat(sleeper.join(Duration.ofSeconds(40))).isTrue();
        bell.close();
        assertThat(arena.scope().isAlive()).isFalse();
    }

    private static void sleepWhileArmed(Doorbell bell) {
        while (bell.level() == Doorbell.WAITING) {
            bell.sleep(Doorbell.WAITING, LONG_NS);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void letsNobodySleepBesideAfterAnArmingAndARing(boolean futex) {
        try (ShmDoorbell bell = bell(futex)) {
            int seen = bell.state();
            bell.arm(Doorbell.IDLE);
            bell.ring();
            assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
            bell.sleepBeside(seen, LONG_NS);
            bell.sleepBeside(bell.state(), 1_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsASleepWhenItsTimeIsOver(boolean futex) {
        try (ShmDoorbell bell = bell(futex)) {
            bell.arm(Doorbell.WAITING);
            bell.sleep(Doorbell.WAITING, 1_000_000);
            assertThat(bell.level()).isEqualTo(Doorbell.WAITING);
        }
    }

    /** Each sleeps for far longer than the test may last, so that one lost ring fails it. */
    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void losesNoRingBetweenArmingAndSleeping(boolean futex, boolean alone) throws Exception {
        int rounds = futex ? 20_000 : 2_000;
        try (ShmDoorbell bell = bell(futex)) {
            AtomicInteger published = new AtomicInteger();
            AtomicInteger seen = new AtomicInteger();
            Thread sleeper =
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        while (seen.get() < rounds) {
                                            if (alone) {
                                                bell.armAlone(Doorbell.WAITING);
                                            } else {
                                                bell.arm(Doorbell.WAITING);
                                            }
                                            if (published.get() != seen.get()) {
                                                seen.set(published.get());
                                            } else if (alone) {
                                                bell.sleepAlone(Doorbell.WAITING, LONG_NS);
                                            } else {
                                                bell.sleep(Doorbell.WAITING, LONG_NS);
                                            }
                                        }
                                    });
            for (int i = 1; i <= rounds; i++) {
                published.set(i);
                if (bell.level() == Doorbell.WAITING) {
                    bell.ring();
                }
                while (seen.get() < i && sleeper.isAlive()) {
                    Thread.onSpinWait();
                }
            }
            sleeper.join(TimeUnit.SECONDS.toMillis(40));
            assertThat(sleeper.isAlive()).as("a ring was lost").isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void wakesAllSleepersWhenItIsClosed(boolean futex) throws Exception {
        ShmDoorbell bell = bell(futex);
        CountDownLatch armed = new CountDownLatch(3);
        Thread[] sleepers = new Thread[3];
        for (int i = 0; i < sleepers.length; i++) {
            sleepers[i] =
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        bell.arm(Doorbell.WAITING);
                                        armed.countDown();
                                        bell.sleep(Doorbell.WAITING, LONG_NS);
                                    });
        }
        armed.await();
        bell.close();
        for (Thread sleeper : sleepers) {
            sleeper.join(TimeUnit.SECONDS.toMillis(30));
            assertThat(sleeper.isAlive()).isFalse();
        }
    }

    @Test
    void staysQuietOnceClosed() {
        ShmDoorbell bell = bell(false);
        bell.close();
        bell.close();
        bell.arm(Doorbell.WAITING);
        bell.ring();
        bell.sleep(Doorbell.AWAKE, LONG_NS);
        assertThat(bell.level()).isEqualTo(Doorbell.AWAKE);
    }
}
