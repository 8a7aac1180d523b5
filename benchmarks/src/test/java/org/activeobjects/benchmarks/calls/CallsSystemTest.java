package org.activeobjects.benchmarks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@Tag("system")
@Timeout(180)
class CallsSystemTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int ao(String... args) {
        CommandLine line = Ao.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    /** Few and short runs; gives the rows of the file. */
    private List<String> measure(String tests, String programs) throws IOException {
        Path csv = folder.resolve("calls.csv");
        int rc =
                ao(
                        "bench",
                        "calls",
                        "--tests=" + tests,
                        "--only=" + programs,
                        "--runs=2",
                        "--run-ms=1",
                        "--warm-up-ms=1",
                        "--csv=" + csv);
        assertThat(rc).as(err + "\n" + out).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).doesNotContain("left out");
        List<String> rows = new ArrayList<>(Files.readAllLines(csv));
        String job = "-bench-calls-" + ProcessHandle.current().pid();
        assertThat(new File("/dev/shm").list((parent, name) -> name.endsWith(job)))
                .as("left in shared memory")
                .isNullOrEmpty();
        rows.removeIf(line -> line.startsWith("#") || line.equals(CallSample.HEADER));
        return rows;
    }

    @Test
    void activeObjectsAndActorsOfOneJvmTakePartInEveryTest() throws IOException {
        assertThat(measure("call,tell-2,caller", "local,pekko"))
                .hasSize(3 * 2 * 2)
                .allMatch(row -> row.matches("[a-z0-9-]+(,[^,]+){5},[^,]*,\\d+\\.\\d+,[^,]+"))
                .anyMatch(row -> row.startsWith("tell-2,pekko,false,2,"));
        assertThat(out.toString())
                .contains(CallTest.CALL.title())
                .containsPattern("active objects: \\d+\\.\\d bytes allocated");
    }

    @Test
    void activeObjectsActorsAndRmiCallAnotherJvm() throws IOException {
        assertThat(measure("int,doubles", "shm,tcp-object,artery,rmi")).hasSize(2 * 4 * 2);
        assertThat(measure("many", "shm-object,tcp-object,rmi")).hasSize(3 * 2);
        assertThat(measure("int,doubles", "shm-borrowed,shm-object-borrowed")).hasSize(2 * 2);
    }

    @Test
    void whoIsNamedTwiceTakesPartOnce() {
        assertThat(Caller.named(List.of("rmi", "shm", "rmi")))
                .extracting(Caller::id)
                .containsExactly("rmi", "shm");
    }

    @Test
    void refusesTestsThatNobodyCanDo() {
        assertThat(ao("bench", "calls", "--tests=call,many", "--only=artery"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("there is nothing to measure: programs=[artery] tests=[call, many];")
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void listsWhoCanTakePart() {
        assertThat(ao("bench", "calls", "--only", "list")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("rmi").contains("artery").contains("shm-object");
    }

    @Test
    void anUnknownNameIsAnsweredWithThoseThatAreKnown() {
        assertThat(ao("bench", "calls", "--only", "corba")).isNotEqualTo(ExitCodes.OK);
        assertThat(err.toString()).contains("--only=corba").contains("artery-thread");
        assertThat(ao("bench", "calls", "--tests", "speed")).isNotEqualTo(ExitCodes.OK);
        assertThat(err.toString()).contains("--tests=speed").contains("tell-1");
    }
}
