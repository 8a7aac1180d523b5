package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

class AoTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private CommandLine ao;

    @BeforeEach
    void setUp() {
        ao = Ao.commandLine();
        ao.setUsageHelpAutoWidth(false);
        ao.setUsageHelpWidth(100);
        ao.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        ao.setOut(new PrintWriter(out, true));
        ao.setErr(new PrintWriter(err, true));
    }

    @Test
    void helpNamesCommandsExitCodesAndExamples() {
        assertThat(ao.execute("--help")).isZero();

        assertThat(out.toString())
                .contains("Usage: ao", "Commands:", "  run ", "Exit codes:", "  124 ", "Examples:")
                .contains("ao npb cg --class A -np 2")
                .contains("'ao COMMAND --help' tells about one command.");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpOfRunNamesEveryOptionWithItsDefault() {
        assertThat(ao.execute("run", "--help")).isZero();

        assertThat(out.toString())
                .contains("-np, --processes=N", "Number of ranks", "(default: 1)")
                .contains("--transport=LINK", "--jvm-args=ARGS", "--timeout=TIME", "--log-level")
                .contains("-cp, -classpath, --class-path=PATH", "MAIN", "ARGS", "Exit codes:")
                .contains("ao run -np 2 -cp build/classes com.acme.Hello");
    }

    @Test
    void helpBreaksItsLinesWhereTheyAreFull() {
        ao.setUsageHelpWidth(200);

        assertThat(ao.execute("run", "--help")).isZero();

        assertThat(out.toString())
                .contains("tcp, netty (default: the fastest that both sides have).")
                .contains("such as --jvm-args='-Xmx2g -Dkey=value'; may be given more than once.")
                .contains("(default: the environment variable CLASSPATH, else the current");
    }

    @Test
    void versionTellsTheJdkToo() {
        assertThat(ao.execute("--version")).isZero();

        assertThat(out.toString()).startsWith("ao ").contains("JDK " + Runtime.version());
    }

    @Test
    void withoutACommandItListsThem() {
        assertThat(ao.execute()).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString()).contains("ao: which command? Known:", "run");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "rum|Did you mean: ao run",
                "rnu -np 2 Main|ao: unknown command: rnu; known: run, migrate",
                "--frobnicate|ao: Unknown option: '--frobnicate'",
                "run|Missing required parameter: 'MAIN'",
                "run -np two Main|Invalid value for option '--processes'",
                "run -np 0 java.lang.Object|number of ranks outside 1 to 4096: ranks=0;"
                        + " give -np 1 to 4096",
                "run -np 5000 java.lang.Object|number of ranks outside 1 to 4096: ranks=5000;"
                        + " give -np 1 to 4096",
                "run --timeout soon java.lang.Object|not a time: --timeout=soon",
                "run --transport shm,carrier java.lang.Object|unknown link: --transport=carrier;"
                        + " known",
                "run -np 2 --transport local java.lang.Object|each rank is a JVM of its own:"
                        + " --transport=local -np=2; name one of shm, ",
                "run --log-level loud java.lang.Object|unknown log level: logLevel=loud;"
                        + " known levels are error, warn, info, debug, trace",
                "run --jvm-args='-Da java.lang.Object|a quote is not closed: --jvm-args=",
                "run --frobnicate Main|Unknown option: '--frobnicate'",
                "run --frobnicate|Unknown option: '--frobnicate'",
                "run -Xmx2g -cp . Main|Unknown option: '-Xmx2g'; for the JVM of each rank:"
                        + " --jvm-args='-Xmx2g'",
                "run -Dkey=value Main|of each rank: --jvm-args='-Dkey=value'",
                "run --timeot|Possible solutions: --timeout",
                "run -cp /no/such/place Main|class path entry not found: entry=/no/such/place",
                "run com.acme.Nowhere|main class not found: class=com.acme.Nowhere",
                "run java/lang/Object|a path is not the name of a class: class=java/lang/Object;"
                        + " write dots: java.lang.Object",
                "run Hello.class|a file is not the name of a class: class=Hello.class; write"
                        + " Hello, and -cp for its folder",
                "run ./com/acme/Hello.class|; write com.acme.Hello, and -cp for its folder",
                "run app.jar|a jar is not the name of a class: class=app.jar; give -cp and its"
                        + " main class",
                "run -cp . lib/two.jar Main|; several are one word: -cp 'lib/*'",
                "run src/Hello.java|a source is not the name of a class: class=src/Hello.java;"
                        + " compile it, /",
                "run src/Hello.java|/bin/javac -d out -cp '",
            })
    void aWrongCommandLineGetsOneMessageAndNothingStarts(String line, String message) {
        assertThat(ao.execute(line.split(" "))).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString()).contains(message).doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void whatIsOnlyToBeCheckedIsNotStarted() {
        System.setProperty("activeobjects.onlyCheck", "true");
        try {
            assertThat(ao.execute("run", "java.lang.Object")).isEqualTo(ExitCodes.OK);
        } finally {
            System.clearProperty("activeobjects.onlyCheck");
        }
    }

    @Test
    void argumentsOfTheProgramStayAsTheyAre(@TempDir Path folder) throws Exception {
        String file = "@" + Files.writeString(folder.resolve("words"), "one two\n");

        CommandLine.ParseResult run =
                ao.parseArgs("run", "Main", file, "@@x", "--", "-np", "").subcommand();

        assertThat(run.matchedPositional(1).stringValues())
                .containsExactly(file, "@@x", "--", "-np", "");
    }

    @Test
    void aMissingClassPathIsSaidWithTheRemedy(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("empty"));

        assertThat(ao.execute("run", "-cp", folder.resolve("empty") + "", "com.acme.Main"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("classPath=" + folder.resolve("empty"))
                .contains("correct -cp or the name of the class");
    }

    @Test
    void aJarThatIsNotWholeIsNamedWhereTheMainClassIsMissing(@TempDir Path folder)
            throws Exception {
        Path cut = Files.writeString(folder.resolve("cut.jar"), "PK\3\4");

        assertThat(ao.execute("run", "-cp", folder + File.pathSeparator + cut, "com.acme.Main"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("main class not found: class=com.acme.Main")
                .contains("; these cannot be read as jars: [" + cut.toAbsolutePath() + "]");
    }

    @Test
    void anEntryThatAClassPathWouldSplitIsRefused(@TempDir Path folder) throws Exception {
        Path jar = Files.createFile(folder.resolve("one" + File.pathSeparator + "two.jar"));

        assertThat(ao.execute("run", "-cp", folder.resolve("*").toString(), "java.lang.Object"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .startsWith("ao run: a class path is split at '" + File.pathSeparator + "'")
                .contains("entry=" + jar.toAbsolutePath() + "; rename it");
    }

    @Test
    void verboseShowsWhereAnErrorComesFrom() {
        assertThat(ao.execute("run", "--verbose", "com.acme.Nowhere")).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString()).contains("\tat org.activeobjects.deployment.command");
    }
}
