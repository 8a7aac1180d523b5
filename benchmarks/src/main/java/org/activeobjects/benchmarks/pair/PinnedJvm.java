package org.activeobjects.benchmarks.pair;

import org.activeobjects.deployment.error.EnvironmentException;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One JVM of a benchmark, on a core of its own where that can be had.
 *
 * <p>Its errors go to this process's; its standard input stays open for as long as this process
 * lives, so that it can tell when it is alone.
 */
final class PinnedJvm implements AutoCloseable {

    private static final List<String> FLAGS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-XX:+UseSerialGC",
                    "-XX:+UseTransparentHugePages",
                    "-XX:-UsePerfData",
                    "-Xms512m",
                    "-Xmx1g",
                    "-Dlog4j2.loggerContextFactory="
                            + "org.apache.logging.log4j.simple.SimpleLoggerContextFactory",
                    "-Dorg.apache.logging.log4j.simplelog.level="
                            + System.getProperty(
                                    "org.apache.logging.log4j.simplelog.level", "WARN"));

    private final String name;
    private final Process process;
    private final BufferedReader lines;

    private PinnedJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a JVM.
     *
     * @param index which of the cores it gets
     * @param pin whether it gets one
     * @param more further flags of the JVM
     * @param environment variables besides this process's
     * @param main class whose {@code main} runs
     * @param arguments its arguments
     */
    static PinnedJvm start(
            int index,
            boolean pin,
            List<String> more,
            Map<String, String> environment,
            Class<?> main,
            List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (pin) {
            command.addAll(List.of("taskset", "-c", Integer.toString(cores().get(index))));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(more);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        try {
            return new PinnedJvm(main.getSimpleName() + " " + index, builder.start());
        } catch (IOException e) {
            throw new EnvironmentException("cannot start a JVM: command=" + command, e);
        }
    }

    /** Whether two processes can have a core each. */
    static boolean canPin() {
        String path = System.getenv().getOrDefault("PATH", "");
        return cores().size() >= 2
                && Stream.of(path.split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")));
    }

    /** The cores that this process may use; none if the system does not say. */
    private static List<Integer> cores() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .findFirst()
                    .map(line -> parseCores(line.substring(line.indexOf(':') + 1).strip()))
                    .orElse(List.of());
        } catch (IOException e) {
            return List.of(); // not Linux: nothing is pinned
        }
    }

    /** Reads such as 0-3,8,10-11. */
    static List<Integer> parseCores(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int core = first; core <= last; core++) {
                cores.add(core);
            }
        }
        return cores;
    }

    /** Waits for the next line. Returns null at the end of the output. */
    String readLine() {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw new EnvironmentException("the output of a JVM broke off: jvm=" + name, e);
        }
    }

    /** Waits for a line that begins so. Returns what follows. */
    String expect(String beginning) {
        for (String line = readLine(); line != null; line = readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw failed();
    }

    /** Waits for the end of the process, which is to be a good one. */
    void awaitEnd() {
        while (readLine() != null) {
            // what else it says is for nobody
        }
        if (exitCode() != 0) {
            throw failed();
        }
    }

    private EnvironmentException failed() {
        return new EnvironmentException(
                "a JVM of the benchmark failed: jvm="
                        + name
                        + " exitCode="
                        + exitCode()
                        + "; its messages are above");
    }

    private int exitCode() {
        return process.onExit().join().exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
