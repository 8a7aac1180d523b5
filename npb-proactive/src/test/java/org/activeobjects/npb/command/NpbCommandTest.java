package org.activeobjects.npb.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

class NpbCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int ao(String... arguments) {
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    @ParameterizedTest(name = "ao {0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    npb mg           | unknown kernel: kernel=mg; known kernels are cg, ep
                    npb cg -c Z      | unknown problem class: class=Z; known classes are S, W, A, B, C
                    npb cg --class   | Missing required parameter for option '--class' (CLASS)
                    npb cg -np 3     | CG needs a power of two of processes: processes=3; give -np 1, 2, 4, 8 ...
                    npb cg -np 0     | CG needs a power of two of processes: processes=0; give -np 1, 2, 4, 8 ...
                    npb ep -np 0     | EP needs a batch of pairs for each process: class=S batches=256 processes=0; give -np 1 to 256
                    npb ep -np -2    | processes=-2; give -np 1 to 256
                    npb ep -np 257   | processes=257; give -np 1 to 256
                    npb ep -c W -np 513 | class=W batches=512 processes=513; give -np 1 to 512
                    npb ep -np 0 --descriptor a.xml | processes=0; give -np 1 to 256
                    npb ep -np two   | 'two' is not an int
                    npb cg -np 65536 | number of ranks outside 1 to 4096: ranks=65536; give -np 1 to 4096
                    npb ep --log-level loud | unknown log level: logLevel=loud; known levels are error, warn,
                    npb ep --transport udp | unknown link: --transport=udp; known links are local, shm, ucx, tcp, netty
                    npb ep --warmup -1 | --warmup must be 0 or more: warmup=-1
                    npb ep W -np 2   | unexpected argument: W; leave it out, or put the option that it belongs to before it
                    npb ep --warm 1  | Unknown options: '--warm'
                    npb              | Missing required parameter: 'KERNEL'
                    npb ep --descriptor a.xml --transport shm | --transport is for ranks that ao itself
                    npb ep --descriptor a.xml --timeout 5s | --timeout is for ranks that ao itself
                    npb ep --descriptor a.xml --log-level info | --log-level is for ranks that ao itself
                    npb ep --descriptor a.xml --no-prefix | --no-prefix is for ranks that ao itself
                    """)
    void refusesAWrongCommandLineWithOneMessage(String line, String message) {
        int exit = ao(line.split(" +"));

        assertThat(exit).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .startsWith("ao npb: ")
                .contains(message)
                .contains("Try 'ao npb --help'.")
                .doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void refusesAHeapThatIsTooSmall() {
        int exit = ao("npb", "cg", "-c", "B", "-np", "2", "--jvm-args=-Xmx64m");

        assertThat(exit).isEqualTo(ExitCodes.ENVIRONMENT);
        assertThat(err.toString())
                .startsWith("ao npb: the problem does not fit into the heap of a process:")
                .contains("kernel=CG class=B processes=2 neededPerProcess=")
                .contains("heap=64MiB; give a larger -Xmx");
    }

    @Test
    void startsNothingIfItIsOnlyToBeChecked() {
        System.setProperty("activeobjects.onlyCheck", "true");
        try {
            assertThat(ao("npb", "cg", "-np", "2")).isEqualTo(ExitCodes.OK);
        } finally {
            System.clearProperty("activeobjects.onlyCheck");
        }
        assertThat(out.toString() + err).isEmpty();
    }

    @Test
    void refusesADescriptorThatIsNotThere(@TempDir Path folder) {
        Path missing = folder.resolve("missing.xml");

        int exit = ao("npb", "cg", "--descriptor", missing.toString());

        assertThat(exit).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).startsWith("ao npb: ").contains("missing.xml");
    }

    @Test
    void refusesADescriptorThatIsNoXml(@TempDir Path folder) throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.xml"), "<GCMApplication>");

        int exit = ao("npb", "cg", "--descriptor", wrong.toString());

        assertThat(exit).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).startsWith("ao npb: ").contains("wrong.xml");
    }

    @Test
    void explainsItself() {
        int exit = ao("npb", "--help");

        assertThat(exit).isEqualTo(ExitCodes.OK);
        assertThat(out.toString())
                .startsWith("Usage: ao npb ")
                .contains("cg   conjugate gradients on a sparse random matrix")
                .contains("ep   Gaussian deviates from random numbers")
                .contains("-np, --processes=N")
                .containsPattern("EP in any number of them,\\s+up to 256 for\\s+class S")
                .contains("-c, --class=CLASS")
                .contains("(default: S)")
                .contains("--transport=")
                .contains("Exit codes:")
                .contains("Examples:")
                .contains("ao npb cg --class S -np 2");
    }

    @Test
    void isListedAmongTheCommands() {
        ao("--help");

        assertThat(out.toString()).containsPattern("\n +npb +Runs a kernel of the NAS");
    }
}
