package org.activeobjects.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.side.Affinity;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

@Timeout(30)
class ProcessTest {

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "0-3, 4, 0", "'2,5', 2, 2", "'4-5,9', 3, 4"})
    void readsTheCoresOfAProcess(String list, int count, int first) {
        assertThat(Cores.parse(list)).hasSize(count).first().isEqualTo(first);
    }

    @Test
    void findsProgramsOnThePath() {
        assertThat(Cores.onPath("sh")).isPresent();
        assertThat(Cores.onPath("no-such-program-anywhere")).isEmpty();
    }

    @Test
    void readsTheClockOfAProcess() {
        List<Long> self = List.of(ProcessHandle.current().pid());
        long before = CpuClock.read(self);
        long after = before;
        while (after - before < 2_000_000) {
            after = CpuClock.read(self); // works until the clock has seen it
        }
        assertThat(before).isPositive();
        assertThat(after).isGreaterThan(before);
    }

    @Test
    void tellsThatAProcessIsNotThere() {
        assertThat(CpuClock.read(List.of(ProcessHandle.current().pid(), 1L << 28))).isNegative();
    }

    @Test
    void countsTheTimedPartOfAnOrderOnly() {
        Order order = new Order(Measurement.LATENCY, 8, 800);
        assertThat(WorkerTeam.timedShare(order, 1000, 1000 + 901)).isEqualTo(800);
        assertThat(WorkerTeam.timedShare(order, -1, 1000)).isNegative();
    }

    @Test
    void bindsAThreadToACoreOfItsOwn() throws InterruptedException {
        AtomicBoolean first = new AtomicBoolean();
        AtomicBoolean missing = new AtomicBoolean();
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    missing.set(Affinity.pinThisThread(100_000));
                                    first.set(
                                            Affinity.pinThisThread(0) && Affinity.pinThisThread(0));
                                });
        thread.join();
        assertThat(first).as("there is always one core").isTrue();
        assertThat(missing).as("there are not that many").isFalse();
    }

    @Test
    void exchangesLinesWithAProcess() {
        String echo = "while read line; do echo noise; echo \"GOT $line\"; done";
        long pid;
        try (Worker worker = Worker.start("echo", List.of("sh", "-c", echo), Map.of())) {
            pid = worker.pid();
            worker.send("one");
            assertThat(worker.expect("GOT ")).isEqualTo("one");
            assertThat(ProcessHandle.of(pid)).isPresent();
        }
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void tellsHowAProcessEnded() {
        try (Worker worker = Worker.start("short one", List.of("sh", "-c", "exit 7"), Map.of())) {
            assertThatThrownBy(() -> worker.expect("GOT "))
                    .isInstanceOf(TeamFailedException.class)
                    .hasMessageContaining("process=short one")
                    .hasMessageContaining("exitCode=");
        }
    }

    @Test
    void endsAProcessThatHangs() {
        try (Worker worker = Worker.start("silent one", List.of("sleep", "1000"), Map.of())) {
            assertThatThrownBy(() -> worker.expect("GOT ", Duration.ofMillis(1)))
                    .isInstanceOf(TeamFailedException.class)
                    .hasMessageContaining("did not answer in time and was ended: process=silent");

            assertThat(ProcessHandle.of(worker.pid())).isEmpty();
        }
    }

    @Test
    void doesNotWaitForALeaderWhoseFollowerHasFailed() {
        WorkerTeam team = new WorkerTeam();
        team.addLeader(Worker.start("leader", List.of("sleep", "1000"), Map.of()));
        team.addFollower(Worker.start("follower", List.of("sh", "-c", "exit 7"), Map.of()));

        assertThatThrownBy(team::awaitReady)
                .isInstanceOf(TeamFailedException.class)
                .hasMessageContaining("process=follower exitCode=7");
        team.close();
    }

    @Test
    void tellsThatAProcessCannotBeStarted() {
        List<String> command = List.of("no-such-program-anywhere");
        assertThatThrownBy(() -> Worker.start("none", command, Map.of()))
                .isInstanceOf(TeamFailedException.class)
                .hasMessageContaining("no-such-program-anywhere");
    }
}
