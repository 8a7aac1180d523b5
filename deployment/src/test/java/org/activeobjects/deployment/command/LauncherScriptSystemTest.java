package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.testing.NodeProcess;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code bin/ao} in environments that lack something, with a java that only tells of its own. */
@Tag("system")
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class LauncherScriptSystemTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final List<String> TOOLS =
            List.of(
                    "bash",
                    "dirname",
                    "readlink",
                    "sed",
                    "find",
                    "env",
                    "locale",
                    "mv",
                    "rm",
                    "mkdir",
                    "touch",
                    "sleep",
                    "flock");

    @TempDir private Path folder;
    private Path tools;
    private Path jdk;

    @BeforeEach
    void layOut() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.copy(Path.of("..", "bin", "ao"), bin.resolve("ao"));
        Path lib = Files.createDirectories(folder.resolve("npb-proactive/target/ao/lib"));
        for (String part :
                List.of(
                        "deployment",
                        "npb-proactive",
                        "oospmd-groups",
                        "activeobjects-core",
                        "transport-fast")) {
            Files.createFile(lib.resolve(part + "-1.jar"));
        }
        Path benchmarks = Files.createDirectories(folder.resolve("benchmarks/target/ao/lib"));
        Files.createFile(benchmarks.resolve("benchmarks-1.jar"));
        // Neither Maven nor java is among them.
        tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        Path java = jdk.resolve("bin/java");
        Files.writeString(
                java, "#!/usr/bin/env bash\necho all=${LC_ALL:-none} ctype=${LC_CTYPE:-none}\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    /** They lead out of the folder of this test: who deletes that warns of each. */
    @AfterEach
    void removeLinks() throws IOException {
        for (String tool : TOOLS) {
            Files.deleteIfExists(tools.resolve(tool));
        }
    }

    @Test
    void withoutAHomeTheSearchForAJdkGoesOn() {
        // No JAVA_HOME either, and no java on the path: all folders are looked at.
        try (NodeProcess ao = ao("--version")) {
            assertThat(ao.awaitExit(LIMIT)).isNotZero();

            // A JDK of this host finds no classes in empty jars.
            assertThat(ao.output())
                    .doesNotContain("unbound variable")
                    .containsPattern("no JDK 25 found|main class " + Ao.class.getName());
        }
    }

    @Test
    void aLocaleThatThisHostDoesNotHaveDoesNotHideNamesOfFiles() {
        assertThat(localeOf("LC_ALL=xx_XX.UTF-8")).isEqualTo("all=C.UTF-8 ctype=C.UTF-8");
        assertThat(localeOf("LANG=xx_XX.UTF-8")).isEqualTo("all=none ctype=C.UTF-8");
    }

    @Test
    void withoutALocaleTheNamesOfFilesAreUtf8() {
        assertThat(localeOf("LC_ALL=C")).isEqualTo("all=C.UTF-8 ctype=C.UTF-8");
        assertThat(localeOf("A=b")).isEqualTo("all=none ctype=C.UTF-8");
    }

    @Test
    void aLocaleThatKnowsUtf8IsLeftAsItIs() {
        assertThat(localeOf("LC_ALL=C.UTF-8")).isEqualTo("all=C.UTF-8 ctype=none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "npb", "run --help", "npb cg -h", "run --version"})
    void whoStartsNoRanksDoesNotWaitForACache(String words) {
        try (NodeProcess ao = ao(words, "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains("all=").doesNotContain("start-up cache");
        }
    }

    @Test
    void anOptionBeforeTheCommandChangesNothingButWhatItSays() throws IOException {
        Files.writeString(jdk.resolve("bin/java"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n");

        try (NodeProcess ao = ao("--verbose run Main", "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output())
                    .contains("start-up cache", "/npb-proactive/target/ao/lib/deployment-1.jar")
                    .doesNotContain("benchmarks-1.jar");
        }
    }

    @Test
    void whoStartsRanksMakesTheCacheFirst() {
        try (NodeProcess ao = ao("run Main", "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains("ao: preparing a start-up cache once");
        }
    }

    /** By a java that finds something wrong, and would say the same behind the cache. */
    @Test
    void whatIsWrongWithACommandLineIsToldWithoutAWaitForTheCache() throws IOException {
        Files.writeString(
                jdk.resolve("bin/java"),
                """
                #!/usr/bin/env bash
                case $* in *' -Dactiveobjects.onlyCheck=true '*' npb wrong') ;; *) exit 7 ;; esac
                echo "no such kernel"
                exit 2
                """);

        try (NodeProcess ao = ao("npb wrong", "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(ExitCodes.USAGE);

            assertThat(ao.output())
                    .containsOnlyOnce("no such kernel")
                    .doesNotContain("start-up cache");
        }
    }

    /** The java of this test writes its arguments down, for the cache to be made into its log. */
    @Test
    void theCacheIsMadeInAFolderWithBlanksAndQuotesInItsName() throws IOException {
        Path blank = moveTo("it's a folder");
        Files.writeString(jdk.resolve("bin/java"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n");
        Path out = blank.resolve("npb-proactive/target/ao");

        try (NodeProcess ao = aoOf(blank, "run Main", "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();
        }

        String option = "--jvm-args=";
        assertThat(Files.readAllLines(out.resolve("rank.aot.log")))
                .filteredOn(line -> line.startsWith(option))
                .map(line -> JobOptions.words(List.of(line.substring(option.length()))))
                .singleElement(as(InstanceOfAssertFactories.LIST))
                .hasSize(5)
                .element(1, as(InstanceOfAssertFactories.STRING))
                .startsWith("-XX:AOTConfiguration=" + out.toRealPath().resolve("rank.aot."))
                .endsWith("-%p");
    }

    /** All later ranks would start slowly, since it was made with an agent that one user has. */
    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
    void theCacheIsMadeWithoutWhatTheEnvironmentAddsToAllJvms(String variable) throws IOException {
        String java = "#!/usr/bin/env bash\necho options=${%s:-none}\n";
        Files.writeString(jdk.resolve("bin/java"), java.formatted(variable));
        Path out = folder.resolve("npb-proactive/target/ao");

        try (NodeProcess ao =
                ao("run Main", "AO_JAVA_HOME=" + jdk, variable + "=-javaagent:own.jar")) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains("options=-javaagent:own.jar");
        }
        assertThat(out.resolve("rank.aot.log")).hasContent("options=none");
    }

    /** A JVM that is given the cache beside them does not start. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "JAVA_TOOL_OPTIONS=-Xshare:off",
                "JDK_JAVA_OPTIONS=-ea -XX:SharedArchiveFile=own.jsa",
                "AO_JAVA_OPTS=-XX:AOTCache=own.aot"
            })
    void theCachesYieldToAnArchiveThatTheEnvironmentHas(String setting) throws IOException {
        Files.writeString(jdk.resolve("bin/java"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n");
        Path out = folder.resolve("npb-proactive/target/ao");
        Files.writeString(out.resolve("rank.aot"), "there");
        Files.writeString(out.resolve("ao.aot"), "there");
        String ranks = "-Dactiveobjects.startUpCache=";
        String own = "-XX:AOTCache=" + out.toRealPath().resolve("ao.aot");

        try (NodeProcess with = ao("run Main", "AO_JAVA_HOME=" + jdk);
                NodeProcess without = ao("run Main", "AO_JAVA_HOME=" + jdk, setting)) {
            assertThat(with.awaitExit(LIMIT)).as(with::output).isZero();
            assertThat(without.awaitExit(LIMIT)).as(without::output).isZero();

            assertThat(with.output().lines())
                    .contains(own, ranks + out.toRealPath().resolve("rank.aot"));
            assertThat(without.output().lines()).contains(ranks).doesNotContain(own);
            assertThat(without.output()).doesNotContain("start-up cache once");
        }
    }

    /** A JVM that is told of two does not start. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "JAVA_TOOL_OPTIONS=-XX:+UseG1GC",
                "JDK_JAVA_OPTIONS=-ea -XX:+UseZGC -Da=b",
                "AO_JAVA_OPTS=-XX:+UseParallelGC"
            })
    void theLauncherHasNoCollectorBesideThatOfTheEnvironment(String setting) throws IOException {
        Files.writeString(jdk.resolve("bin/java"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n");

        for (String words : List.of("run --help", "bench --help")) {
            try (NodeProcess with = ao(words, "AO_JAVA_HOME=" + jdk);
                    NodeProcess without = ao(words, "AO_JAVA_HOME=" + jdk, setting)) {
                assertThat(with.awaitExit(LIMIT)).as(with::output).isZero();
                assertThat(without.awaitExit(LIMIT)).as(without::output).isZero();

                assertThat(with.output().lines()).filteredOn(this::isCollector).hasSize(1);
                assertThat(without.output().lines())
                        .filteredOn(this::isCollector)
                        .isSubsetOf(setting.substring(setting.indexOf('=') + 1));
            }
        }
    }

    /** Maven and its javac have a collector of their own; all else they may need. */
    @ParameterizedTest
    @CsvSource({"-XX:+UseG1GC, none", "-Dhttp.proxyHost=proxy, -Dhttp.proxyHost=proxy"})
    void whatBuildsHasNoCollectorOfTheEnvironment(String options, String taken) throws IOException {
        Path last = folder.resolve("benchmarks/target/ao/lib/benchmarks-1.jar");
        Files.delete(last);
        Path maven = tools.resolve("mvn");
        Files.writeString(
                maven,
                """
                #!/usr/bin/env bash
                echo "${JAVA_TOOL_OPTIONS:-none}" >'%s'
                """
                        .formatted(last));
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        try (NodeProcess ao =
                ao("--version", "AO_JAVA_HOME=" + jdk, "JAVA_TOOL_OPTIONS=" + options)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(last).content().isEqualToIgnoringNewLines(taken);
        }
    }

    private boolean isCollector(String line) {
        return line.matches("-XX:.Use\\w+GC");
    }

    @Test
    void whatIsBuiltIsFoundInAFolderWhoseNameIsAPattern() throws IOException {
        Path pattern = moveTo("a[b]c\\d*");

        try (NodeProcess ao = aoOf(pattern, "--version", "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains("all=");
        }
    }

    @Test
    void aFolderWithAColonInItsNameIsToldOf() throws IOException {
        Path colon = moveTo("a:b");

        try (NodeProcess ao = aoOf(colon, "--version", "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(ExitCodes.ENVIRONMENT);

            assertThat(ao.output())
                    .contains("cannot be in a class path: folder=" + colon.toRealPath());
        }
    }

    @Test
    void whereCdLooksFirstDoesNotMatter() throws IOException {
        Path other = Files.createDirectories(folder.resolve("other/bin")).getParent();
        List<String> words = List.of("bash", "-c", "cd '%s'; bin/ao --version".formatted(folder));
        try (NodeProcess ao = start(words, "AO_JAVA_HOME=" + jdk, "CDPATH=" + other)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();

            assertThat(ao.output()).contains("all=");
        }
    }

    @Test
    void aWorkingDirectoryThatIsGoneIsToldOf() {
        String line = "mkdir gone; cd gone; rm -r ../gone; exec '%s/bin/ao' --version";
        try (NodeProcess ao =
                start(List.of("bash", "-c", line.formatted(folder)), "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(ExitCodes.ENVIRONMENT);

            assertThat(ao.output()).contains("ao: the working directory is gone: folder=/");
        }
    }

    @Test
    void whatAKilledScriptHasBegunToBuildIsWaitedFor() throws Exception {
        Path last = folder.resolve("benchmarks/target/ao/lib/benchmarks-1.jar");
        Files.delete(last);
        Path begun = folder.resolve("begun");
        Path release = folder.resolve("release");
        assertThat(new ProcessBuilder("mkfifo", release.toString()).start().waitFor()).isZero();
        Path maven = tools.resolve("mvn");
        Files.writeString(
                maven,
                """
                #!/usr/bin/env bash
                echo begun >>'%s'
                read -r _ <'%s'
                touch '%s'
                """
                        .formatted(begun, release, last));
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        try (RandomAccessFile gate = new RandomAccessFile(release.toFile(), "rw"); // ends its wait
                NodeProcess killed = ao("--version", "AO_JAVA_HOME=" + jdk)) {
            await().atMost(LIMIT).until(() -> Files.exists(begun));
            killed.kill();
            try (NodeProcess ao = ao("--version", "AO_JAVA_HOME=" + jdk)) {
                ao.awaitLine("ao: another ao builds, waiting for it", LIMIT);
                gate.write('\n');

                assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();
                assertThat(begun).hasContent("begun");
            }
        }
    }

    @Test
    void whatIsBuiltAtFirstUseEndsWithTheScript() throws IOException {
        Path first = folder.resolve("benchmarks/target/ao/lib/benchmarks-1.jar");
        Files.delete(first);
        Path maven = tools.resolve("mvn");
        // What it leaves would be taken for all that there is to be.
        writeEndless(maven, "touch '" + first + "'");

        try (NodeProcess ao = ao("run Main", "AO_JAVA_HOME=" + jdk)) {
            assertEndsWith(ao);
        }

        assertThat(first).doesNotExist();
    }

    @Test
    void theMakingOfTheCacheEndsWithTheScript() throws IOException {
        writeEndless(jdk.resolve("bin/java"), "[[ $* != *onlyCheck* ]] || exit 0");

        try (NodeProcess ao = ao("run Main", "AO_JAVA_HOME=" + jdk)) {
            assertEndsWith(ao);
        }
    }

    /** A program that does something, leaves its number in a file, and then goes on for long. */
    private void writeEndless(Path program, String begin) throws IOException {
        String pid = folder.resolve("pid").toString();
        Files.writeString(
                program,
                """
                #!/usr/bin/env bash
                %1$s
                echo $$ >'%2$s.new'
                mv '%2$s.new' '%2$s'
                exec sleep 1000
                """
                        .formatted(begin, pid));
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private void assertEndsWith(NodeProcess ao) throws IOException {
        Path pid = folder.resolve("pid");
        await().atMost(LIMIT).until(() -> Files.exists(pid));
        ProcessHandle endless =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        try {
            ao.terminate();

            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isEqualTo(128 + 15);
            await().atMost(LIMIT).until(() -> !endless.isAlive());
        } finally {
            endless.destroyForcibly();
        }
    }

    private String localeOf(String setting) {
        try (NodeProcess ao = ao("--version", setting, "AO_JAVA_HOME=" + jdk)) {
            assertThat(ao.awaitExit(LIMIT)).as(ao::output).isZero();
            return ao.output().lines().filter(line -> line.startsWith("all=")).findFirst().get();
        }
    }

    private NodeProcess ao(String words, String... settings) {
        return aoOf(folder, words, settings);
    }

    private NodeProcess aoOf(Path clone, String words, String... settings) {
        List<String> command = new ArrayList<>(List.of(clone.resolve("bin/ao").toString()));
        command.addAll(List.of(words.split(" ")));
        return start(command, settings);
    }

    private NodeProcess start(List<String> words, String... settings) {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "-i", "PATH=" + tools));
        command.addAll(List.of(settings));
        command.addAll(words);
        return NodeProcess.startCommand(folder, "ao", Map.of(), command);
    }

    private Path moveTo(String name) throws IOException {
        Path place = Files.createDirectory(folder.resolve(name));
        for (String part : List.of("bin", "npb-proactive", "benchmarks")) {
            Files.move(folder.resolve(part), place.resolve(part));
        }
        return place;
    }
}
