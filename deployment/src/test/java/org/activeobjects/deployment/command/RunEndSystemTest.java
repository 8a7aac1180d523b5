package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.RankPrograms.Absent;
import org.activeobjects.deployment.command.RankPrograms.Handled;
import org.activeobjects.deployment.command.RankPrograms.Interrupted;
import org.activeobjects.deployment.command.RankPrograms.Leaving;
import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;

/** How a job ends when active objects act after the main methods of their ranks. */
@Tag("system")
@Timeout(90)
class RunEndSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final String DROPPED =
            "the job ends before active objects have served all their requests";

    @TempDir private Path logs;

    @Test
    void requestsThatTheEndOfTheJobCutsOffAreToldOf() {
        try (NodeProcess ao = run("1", "serve")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains(DROPPED, "busy=1 such as=[Helper#");
        }
    }

    @Test
    void aJobWhoseCallsAreAllAnsweredEndsSilently() {
        try (NodeProcess ao = run("2", "answer")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains("[0] over=").doesNotContain(DROPPED);
        }
    }

    @Test
    void aCallThatFailsWithoutAnybodyUsingItsResultIsToldOf() {
        try (NodeProcess ao = run("1", "fail")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output())
                    .contains("nobody has looked at its result: call=Helper#")
                    .contains(".fail exception=java.lang.IllegalStateException: the helper cannot");
        }
    }

    @Test
    void soItIsIfTheProgramFailsInTurn() {
        try (NodeProcess ao = run("1", "throw")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .containsSubsequence(
                            "nobody has looked at its result: call=Helper#",
                            ".fail exception=java.lang.IllegalStateException: the helper cannot",
                            "rank 0 failed: pid=",
                            "over=false");
        }
    }

    @Test
    void aRankThatAnActiveObjectHasEndedIsNamedByThoseWhoNeedIt() {
        try (NodeProcess ao = run("2", "exit")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .contains("others needed ranks that had ended by themselves")
                    .contains("before the job was over (System.exit?): ranks=[1]");
        }
    }

    @Test
    void whoMissesARankThatHasLeftSeesTheLineOfHisProgram() {
        try (NodeProcess ao = run(Absent.class, "2", "exit")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .contains("ranks=[1]; the first of the others: rank 0 failed: pid=")
                    .contains("RankPrograms$Absent.main(RankPrograms.java:");
        }
    }

    @Test
    void anInterruptThatTheProgramLeavesEndsNothing() {
        try (NodeProcess ao = run(Interrupted.class, "1", "")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains("[0] the other thread is over");
        }
    }

    @ParameterizedTest(name = "a handler that {0}")
    @CsvSource({
        "returns, 1, ''",
        "is the thread's own, 1, ''",
        "fails, 1, Suppressed: java.lang.IllegalArgumentException: so does this",
        "rethrows, 1, ''",
        "exits, 7, ao run: rank 0 ended with exit code 7"
    })
    void theHandlerOfTheProgramIsAskedWithWhatItsMainThrows(String how, int code, String last) {
        try (NodeProcess ao = run(Handled.class, "1", how)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(code);

            assertThat(ao.output())
                    .containsOnlyOnce("[0] handled by main: java.lang.IllegalStateException: this")
                    .contains(last);
            assertThat(ao.output().contains("\tat " + Handled.class.getName() + ".main("))
                    .as(ao::output)
                    .isEqualTo(code == ExitCodes.FAILED);
        }
    }

    private NodeProcess run(String ranks, String what) {
        return run(Leaving.class, ranks, what);
    }

    private NodeProcess run(Class<?> program, String ranks, String what) {
        return NodeProcess.start(
                logs,
                "ao",
                Ao.class,
                "run",
                "-np",
                ranks,
                "--jvm-args=-XX:TieredStopAtLevel=1",
                program.getName(),
                what);
    }
}
