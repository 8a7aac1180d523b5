package org.activeobjects.benchmarks.idle;

import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.deployment.error.DeploymentException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Measures how many idle active objects fit one JVM, and what each costs. */
@Command(
        name = "idle",
        mixinStandardHelpOptions = true,
        description = {
            "Creates many active objects in one JVM, weighs them, and calls each once.",
            "An idle one has no thread: a virtual thread serves it while there is something to"
                    + " serve."
        },
        footerHeading = "%nExample:%n",
        footer = "  ao bench idle --count 1000000 --heap 3g")
public final class IdleCommand implements Callable<Integer> {

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Number of active objects (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "3g",
            description = "Heap of the measured JVM (default: ${DEFAULT-VALUE}).")
    private String heap = "3g";

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            split = " ",
            description = "Further arguments of the measured JVM.")
    private List<String> jvmArguments = new ArrayList<>();

    @Spec private CommandSpec spec;

    /** A command with its defaults, for picocli to fill. */
    public IdleCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (count < 1) {
            throw new ParameterException(
                    spec.commandLine(), "at least one active object is needed: --count=" + count);
        }
        if (!heap.matches("\\d{1,12}[kKmMgGtT]?")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "not a size: --heap=" + heap + "; write such as 512m or 3g");
        }
        int exitCode = measure();
        if (exitCode != 0) {
            throw new DeploymentException(
                    "the measured JVM has failed: exitCode=%s --count=%s --heap=%s; what it printed is above, and for a full heap the remedy is a larger --heap or a smaller --count"
                            .formatted(exitCode, count, heap));
        }
        return ExitCodes.OK;
    }

    private int measure() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError", "-Xmx" + heap));
        command.addAll(jvmArguments);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        IdleMain.class.getName(),
                        Integer.toString(count)));
        Process measured =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        PrintWriter out = spec.commandLine().getOut();
        try (BufferedReader lines = measured.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.println(line);
                out.flush();
            }
            return measured.waitFor();
        } finally {
            measured.destroyForcibly();
        }
    }
}
