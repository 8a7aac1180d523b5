package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.deployment.command.RankPrograms.Absent;
import org.activeobjects.deployment.command.RankPrograms.Awaiting;
import org.activeobjects.deployment.command.RankPrograms.Closing;
import org.activeobjects.deployment.command.RankPrograms.Crossed;
import org.activeobjects.deployment.command.RankPrograms.Exiting;
import org.activeobjects.deployment.command.RankPrograms.Full;
import org.activeobjects.deployment.command.RankPrograms.Halting;
import org.activeobjects.deployment.command.RankPrograms.Hello;
import org.activeobjects.deployment.command.RankPrograms.Noisy;
import org.activeobjects.deployment.command.RankPrograms.Parent;
import org.activeobjects.deployment.command.RankPrograms.Patient;
import org.activeobjects.deployment.command.RankPrograms.Secretive;
import org.activeobjects.deployment.command.RankPrograms.Selfish;
import org.activeobjects.deployment.command.RankPrograms.SendingFirst;
import org.activeobjects.deployment.command.RankPrograms.Signalled;
import org.activeobjects.deployment.command.RankPrograms.Stubborn;
import org.activeobjects.deployment.command.RankPrograms.Talkative;
import org.activeobjects.deployment.command.RankPrograms.Throwing;
import org.activeobjects.deployment.command.RankPrograms.Verbose;
import org.activeobjects.testing.NodeProcess;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

@Tag("system")
@Timeout(90)
class RunSystemTest {

    /** A library of the tests, not of the product, would say that it has nowhere to log to. */
    private static final String QUIET = "--jvm-args=-Dslf4j.internal.verbosity=ERROR";

    /** Ranks that live for a second or two are done before the second compiler is of use. */
    private static final String QUICK = "-XX:TieredStopAtLevel=1";

    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final Pattern HELLO =
            Pattern.compile(
                    "\\[(\\d)\\] hello rank=(\\d) size=(\\d) nodes=(\\d) job=(\\S+) pid=(\\d+)");

    @TempDir private Path logs;

    @Test
    void everyRankKnowsItsPlaceAndItsLinesCarryIt() {
        try (NodeProcess ao = run("-np", "3", Hello.class.getName(), "-x", "--help", "y")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(hellos(ao)).extracting(hello -> hello.group(1)).contains("0", "1", "2");
            assertThat(hellos(ao))
                    .hasSize(3)
                    .allSatisfy(
                            hello -> {
                                assertThat(hello.group(2)).isEqualTo(hello.group(1));
                                assertThat(hello.group(3)).isEqualTo("3");
                                assertThat(hello.group(4)).isEqualTo("3");
                            });
            assertThat(ao.output()).contains("[2] arguments -x,--help,y");
            assertNothingIsLeft(hellos(ao));
        }
    }

    @Test
    void linesOfRanksAreNeverTorn() {
        try (NodeProcess ao = run("-np", "2", QUIET, Talkative.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            String whole = "\\[[01]\\] (o{%1$d}|e{%1$d})".formatted(Talkative.LENGTH);
            List<String> lines = ao.output().lines().filter(line -> line.startsWith("[")).toList();
            assertThat(lines.stream().filter(line -> !line.matches(whole))).isEmpty();
            assertThat(lines.size()).isEqualTo(2 * 2 * Talkative.LINES);
        }
    }

    @Test
    void theFirstRankThatThrowsEndsTheJobAndItsStackTraceIsLast() {
        try (NodeProcess ao = run("-np", "3", Throwing.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .containsPattern(
                            "(?s)ao run: rank 1 failed: pid=\\d+ .*rank one gives up\\R"
                                    + "java.lang.IllegalStateException: rank one gives up\\R"
                                    + "\tat \\S+Throwing.main\\S+\\R"
                                    + "Caused by: java.lang.Error: the reason\\R"
                                    + "[^\\[]*----$");
            assertNothingIsLeft(hellos(ao));
        }
    }

    @Test
    void anExceptionThatDoesNotTellItsCauseIsNamedAllTheSame() {
        try (NodeProcess ao = run("-np", "1", Secretive.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .containsPattern(
                            "ao run: rank 0 failed: pid=\\d+ \\S+Secret: what it is about\\R")
                    .contains("\tat " + Secretive.class.getName() + ".main(");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"once", "again"})
    void aRankWhoseProgramHasFilledItsHeapSaysSo(String how) {
        try (NodeProcess ao = run("--jvm-args=-Xmx24m", Full.class.getName(), how)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .containsPattern(
                            "ao run: rank 0 failed: pid=\\d+ java.lang.OutOfMemoryError[:,]");
        }
    }

    @Test
    void theExitCodeOfARankBecomesThatOfTheJob() {
        try (NodeProcess ao = run("-np", "2", Exiting.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(7);

            assertThat(ao.output()).contains("ao run: rank 1 ended with exit code 7: pid=");
            assertNothingIsLeft(hellos(ao));
        }
    }

    @Test
    void aKilledRankEndsTheJob() {
        try (NodeProcess ao = run("-np", "2", Patient.class.getName())) {
            List<Matcher> hellos = awaitHellos(ao, 2);

            ProcessHandle.of(Long.parseLong(hellos.get(1).group(6)))
                    .orElseThrow()
                    .destroyForcibly();

            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(128 + 9);
            assertThat(ao.output())
                    .contains(
                            "rank " + hellos.get(1).group(2) + " was ended by signal 9 (SIGKILL)");
            assertNothingIsLeft(hellos);
        }
    }

    @ParameterizedTest
    @CsvSource({"HUP, 1, false", "INT, 2, false", "TERM, 15, false", "TERM, 15, true"})
    void aSignalToTheLauncherEndsAllRanksAndLeavesNothing(
            String signal, int number, boolean ranksAreStubborn) throws Exception {
        Class<?> program = ranksAreStubborn ? Stubborn.class : Patient.class;
        try (NodeProcess ao = runWithSignals("-np", "2", program.getName())) {
            List<Matcher> hellos = awaitHellos(ao, 2);

            send(signal, ao);

            assertThat(ao.awaitExit(LIMIT)).isEqualTo(128 + number);
            assertNothingIsLeft(hellos);
        }
    }

    /** {@code ao} in a JVM that does not end before its command is over. */
    static final class Unhurried {

        private Unhurried() {}

        public static void main(String[] args) {
            Thread command = Thread.currentThread();
            Thread end = Thread.ofPlatform().unstarted(() -> awaitExitOf(command));
            Runtime.getRuntime().addShutdownHook(end);
            Ao.main(args);
        }

        private static void awaitExitOf(Thread command) {
            while (Arrays.stream(command.getStackTrace())
                    .noneMatch(frame -> frame.getClassName().equals("java.lang.Shutdown"))) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void noRankIsBlamedForItsEndByASignalThatTheLauncherHasGotToo() throws Exception {
        try (NodeProcess ao =
                runWithSignals(Unhurried.class, "-np", "2", Halting.class.getName())) {
            List<Matcher> hellos = awaitHellos(ao, 2);

            send("INT", ao);

            assertThat(ao.awaitExit(LIMIT)).isEqualTo(128 + 2);
            assertThat(ao.output()).doesNotContain("ended with exit code");
            assertNothingIsLeft(hellos);
        }
    }

    /** {@code ao} in a JVM that is ended when its command has failed already. */
    static final class Late {

        private Late() {}

        public static void main(String[] args) {
            Thread command = Thread.currentThread();
            Thread.ofPlatform().daemon().start(() -> endWhenItWaits(command));
            Ao.main(args);
        }

        private static void endWhenItWaits(Thread command) {
            while (command.getState() != Thread.State.TIMED_WAITING
                    || Arrays.stream(command.getStackTrace())
                            .noneMatch(frame -> frame.getMethodName().equals("explain"))) {
                Thread.onSpinWait();
            }
            System.exit(128 + 2); // as SIGINT does
        }
    }

    @Test
    void aRankThatEndsByASignalSoonerThanTheLauncherIsNotBlamedForIt() {
        try (NodeProcess ao = runWithSignals(Late.class, "-np", "1", Signalled.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(128 + 2);

            assertThat(ao.output()).doesNotContain("was ended by signal");
        }
    }

    @Test
    void everyRankTellsWhatItsObjectsDoWhenTheLauncherIsAskedBySignal() throws Exception {
        try (NodeProcess ao = runWithSignals("-np", "2", Patient.class.getName())) {
            List<Matcher> hellos = awaitHellos(ao, 2);

            send("USR1", ao);

            ao.awaitLine("[0] active objects of runtime ", LIMIT);
            ao.awaitLine("[1] active objects of runtime ", LIMIT);
            ao.awaitLine("[1] thread 'main' of the program: state=WAITING", LIMIT);
            ao.awaitLine("at " + Patient.class.getName() + ".main(RankPrograms.java:", LIMIT);
            ao.terminate();
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(128 + 15);
            assertNothingIsLeft(hellos);
        }
    }

    @Test
    void aRankThatHasClosedItsOutputTellsWhatItDoesAllTheSame() throws Exception {
        try (NodeProcess ao = runWithSignals("-np", "1", Closing.class.getName(), "wait")) {
            ao.awaitLine("[0] closed", LIMIT);

            send("USR1", ao);

            ao.awaitLine("[0] active objects of runtime ", LIMIT);
            ao.terminate();
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(128 + 15);
        }
    }

    @Test
    void aDumpNamesTheResultThatAProgramWaitsFor() throws Exception {
        try (NodeProcess ao = runWithSignals("-np", "1", Awaiting.class.getName())) {
            List<Matcher> hellos = awaitHellos(ao, 1);
            ao.awaitLine("hello", LIMIT);

            await().atMost(LIMIT)
                    .until(
                            () -> {
                                send("USR1", ao);
                                ao.awaitLine("at " + Awaiting.class.getName() + ".main(", LIMIT);
                                return ao.output()
                                        .contains(
                                                "    waits for the awaited result of"
                                                        + " Silent#1.answer");
                            });
            ao.terminate();
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(128 + 15);
            assertNothingIsLeft(hellos);
        }
    }

    private static void send(String signal, NodeProcess to) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(to.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private NodeProcess runWithSignals(String... arguments) {
        return runWithSignals(Ao.class, arguments);
    }

    /** Also where the signals of this JVM are ignored, which processes inherit. */
    private NodeProcess runWithSignals(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/env")) && knowsDefaultSignals()) {
            command.addAll(List.of("/usr/bin/env", "--default-signal=INT,HUP,TERM"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        QUICK,
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        "run",
                        "--jvm-args=" + QUICK));
        command.addAll(List.of(arguments));
        return NodeProcess.startCommand(logs, "ao", Map.of(), command);
    }

    private static boolean knowsDefaultSignals() {
        try {
            return new ProcessBuilder("/usr/bin/env", "--default-signal=INT", "true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    @Test
    void ranksThatWaitForEachOtherAreExplained() {
        try (NodeProcess ao = run("-np", "2", Crossed.class.getName())) {
            ao.awaitLine("rank 0 waits for rank 1 waits for rank 0", LIMIT);
            ao.awaitLine("rank 0 waits for rank 1 in exchange tag=\"left\"", LIMIT);
            ao.awaitLine("rank 1 waits for rank 0 in barrier", LIMIT);
            ao.awaitLine("RankPrograms$Crossed.main(RankPrograms.java:", LIMIT);
        }
    }

    @Test
    void whoWaitsForARankThatHasReturnedFromMainIsToldSo() {
        try (NodeProcess ao = run("-np", "2", Absent.class.getName(), "return")) {
            ao.awaitLine("rank 0 waits for ever: the program of rank 1 has ended", LIMIT);
            ao.awaitLine("rank 0 waits for rank 1 in barrier", LIMIT);
            ao.awaitLine("RankPrograms$Absent.main(RankPrograms.java:", LIMIT);
        }
    }

    @Test
    void whereDeadlocksFailARankThatHasReturnedFromMainEndsTheJob() {
        try (NodeProcess ao =
                run(
                        "-np",
                        "2",
                        "--jvm-args=-Dactiveobjects.deadlock=fail",
                        Absent.class.getName(),
                        "return")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .containsPattern(
                            "ao run: rank 0 failed: pid=\\d+ .*DeadlockException: rank 0 waits");
        }
    }

    @Test
    void ranksThatAllSendFirstFailWhereDeadlocksDo() {
        try (NodeProcess ao =
                run(
                        "-np",
                        "3",
                        "--jvm-args=-Dactiveobjects.deadlock=fail",
                        SendingFirst.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .contains("rank 2 waits for rank 0 in send to rank 0 tag=5 context=2")
                    .containsPattern(
                            "ao run: rank . failed: .* reason=deadlock among ranks: rank 0");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatGoesOnNamesTheMessagesThatThreadsWaitIn() throws Exception {
        try (NodeProcess ao = run("-np", "2", SendingFirst.class.getName())) {
            ao.awaitLine("[0]     rank 1 waits for rank 0 in send to rank 0", LIMIT);

            Process kill = new ProcessBuilder("kill", "-USR1", Long.toString(ao.pid())).start();
            assertThat(kill.waitFor()).isZero();

            ao.awaitLine("[0]     waits in send to rank 1 tag=5 context=2", LIMIT);
            ao.awaitLine("[1]     waits in send to rank 0 tag=5 context=2", LIMIT);
        }
    }

    @Test
    void aRankThatCallsExitTooEarlyIsNamedAndNotOnlyWhoMissesIt() {
        try (NodeProcess ao = run("-np", "2", Absent.class.getName(), "exit")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);

            assertThat(ao.output())
                    .contains("ended by themselves, with exit code 0")
                    .contains("ranks=[1]; the first of the others: rank 0 failed: pid=");
        }
    }

    @Test
    void ranksThatReduceToDifferentRootsAreExplained() {
        try (NodeProcess ao = run("-np", "2", Selfish.class.getName())) {
            ao.awaitLine("rank 0 called reduce SUM with root 0, the 1.", LIMIT);
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(1);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void outputThatCannotBeWrittenIsAFailure() {
        List<String> java =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ao.class.getName(),
                        "--help");
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh"));
        command.addAll(java);
        try (NodeProcess ao = NodeProcess.startCommand(logs, "ao", Map.of(), command)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(ExitCodes.ENVIRONMENT);

            assertThat(ao.output()).contains("not all of the output could be written");
        }
    }

    @Test
    void killingTheLauncherLeavesNothing() {
        try (NodeProcess ao = run("-np", "2", Patient.class.getName())) {
            List<Matcher> hellos = awaitHellos(ao, 2);

            ao.kill();

            assertNothingIsLeft(hellos);
        }
    }

    @Test
    void whatARankHasStartedEndsWithTheJob() {
        try (NodeProcess ao = run("-np", "2", Parent.class.getName())) {
            List<Matcher> hellos = awaitHellos(ao, 2);
            long[] children = {childOf(ao, 0), childOf(ao, 1)};
            try {
                Matcher zero =
                        hellos.stream().filter(h -> h.group(2).equals("0")).findFirst().get();
                ProcessHandle.of(Long.parseLong(zero.group(6))).orElseThrow().destroy();

                assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(128 + 15);
                await().atMost(LIMIT).until(() -> ProcessHandle.of(children[1]).isEmpty());
            } finally {
                // Rank 0 was ended from outside, and left its child by itself.
                for (long child : children) {
                    ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        }
    }

    @Test
    void aJobThatTakesTooLongIsEnded() {
        try (NodeProcess ao = run("-np", "2", "--timeout", "4s", Patient.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(124);

            assertThat(ao.output()).contains("the job took longer than its time limit: timeout=4s");
            if (hellos(ao).size() == 2) { // else this host is too slow for them to get so far
                assertThat(ao.output())
                        .contains("[0] thread 'main' of the program: state=")
                        .contains("[1] thread 'main' of the program: state=");
            }
            assertNothingIsLeft(hellos(ao));
        }
    }

    @Test
    void aJvmThatDoesNotStartIsToldWithWhatItPrinted() {
        try (NodeProcess ao =
                run("-np", "1", "--jvm-args=-XX:+NoSuchFlag", Patient.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(1);

            assertThat(ao.output())
                    .contains("[0] Unrecognized VM option 'NoSuchFlag'")
                    .contains("rank 0 ended with exit code 1 before it had joined the job");
        }
    }

    @Test
    void whatTheVariableHasIsNotSaidToBeWrongInAnOptionThatIsNotThere() {
        Map<String, String> old = Map.of("CLASSPATH", "/no/such/place");
        try (NodeProcess ao =
                NodeProcess.startJvm(logs, "ao", old, List.of(), Ao.class, "run", "Main")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(ExitCodes.USAGE);

            assertThat(ao.output())
                    .contains("class path entry not found: entry=/no/such/place")
                    .contains("; correct CLASSPATH, or give -cp");
        }
    }

    @Test
    void aProgramThatClosesItsStreamsEndsAsAnyOther() {
        try (NodeProcess ao = run("-np", "2", Closing.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();
        }
    }

    @Test
    void anExceptionWithAnEndlessMessageIsCut() {
        try (NodeProcess ao = run("-np", "1", Verbose.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(1);

            assertThat(ao.output())
                    .hasSizeLessThan(1_000_000)
                    .containsPattern("ao run: rank 0 failed: pid=\\d+ .*IllegalStateException: xxx")
                    .contains("characters left out]");
        }
    }

    @Test
    void aLongFailureIsToldWholeHoweverMuchIsLogged() {
        try (NodeProcess ao = run("-np", "1", Noisy.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(1);

            assertThat(ao.output().lines().filter(line -> line.startsWith("ao run: ")))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("ao run: rank 0 failed: pid=");
        }
    }

    @Test
    void aClassWithoutMainIsToldWithoutATrace() {
        try (NodeProcess ao = run("-np", "1", RankPrograms.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(1);

            assertThat(ao.output())
                    .contains("the class has no main method: class=")
                    .contains("write 'public static void main(String[] args)'")
                    .doesNotContain("\tat ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty.tls.certificate=nowhere.pem", "shm.eagerLimit=1k"})
    void aSettingOfALinkThatIsWrongIsToldWithoutATrace(String setting) {
        try (NodeProcess ao =
                run(
                        "-np",
                        "1",
                        "--jvm-args=-Dactiveobjects.transport." + setting,
                        Patient.class.getName())) {
            assertThat(ao.awaitExit(LIMIT)).isEqualTo(1);

            assertThat(ao.output())
                    .containsPattern("ao run: rank 0 failed: pid=\\d+ .*" + setting.split("=")[0])
                    .doesNotContain("\tat ");
        }
    }

    private NodeProcess run(String... arguments) {
        List<String> line = new ArrayList<>(List.of("run", "--jvm-args=" + QUICK));
        line.addAll(List.of(arguments));
        return NodeProcess.start(logs, "ao", Ao.class, line.toArray(String[]::new));
    }

    private static long childOf(NodeProcess ao, int rank) {
        String line = ao.awaitLine("[" + rank + "] child pid=", LIMIT);
        return Long.parseLong(line.substring(line.indexOf('=') + 1));
    }

    private static List<Matcher> awaitHellos(NodeProcess ao, int count) {
        for (int rank = 0; rank < count; rank++) {
            ao.awaitLine("[" + rank + "] hello", LIMIT);
        }
        return hellos(ao);
    }

    private static List<Matcher> hellos(NodeProcess ao) {
        return ao.output().lines().map(HELLO::matcher).filter(Matcher::matches).toList();
    }

    /** No process, and no file in shared memory. */
    private static void assertNothingIsLeft(List<Matcher> hellos) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> {
                            for (Matcher hello : hellos) {
                                assertThat(ProcessHandle.of(Long.parseLong(hello.group(6))))
                                        .isEmpty();
                                assertThat(foldersOf(hello.group(5))).isEmpty();
                            }
                        });
    }

    private static List<Path> foldersOf(String jobId) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(Path.of("/dev/shm"), "activeobjects-*-" + jobId)) {
            folders.forEach(found::add);
        }
        return found;
    }
}
