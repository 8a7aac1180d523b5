package org.activeobjects.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * One process that a system test starts, watches by its output, and kills.
 *
 * <p><b>Threading:</b> every method may be called from any thread. The output of the process (both
 * streams, merged) is kept in memory and in a file of its own.
 */
public final class NodeProcess implements AutoCloseable {

    /** Names the collector that tests run with, if it is another one. */
    private static final String COLLECTOR = "activeobjects.testing.collector";

    /**
     * Such a process lives for seconds: quick to start, no compiler that takes a core meanwhile,
     * and errors logged without the library for logging that the tests have. Its collector is that
     * of the tests.
     */
    private static final List<String> SHORT_LIVED =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:+Use" + System.getProperty(COLLECTOR, "Serial") + "GC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xshare:auto",
                    "-Dlog4j.provider=org.apache.logging.log4j.simple.internal.SimpleProvider");

    private static final Duration REST_OF_OUTPUT = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path log;
    private final List<String> lines = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread reader;
    private boolean ended;

    private NodeProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.reader = Thread.ofPlatform().daemon().name("output of " + name).start(this::read);
    }

    /**
     * Starts a JVM with the class path and the JDK of this test.
     *
     * @param logs folder that gets the file {@code NAME.log}
     * @param name short name of the process, for messages
     * @param mainClass class whose {@code main} runs
     * @param arguments its arguments
     * @return the running process
     */
    public static NodeProcess start(
            Path logs, String name, Class<?> mainClass, String... arguments) {
        return startJvm(logs, name, Map.of(), List.of(), mainClass, arguments);
    }

    /**
     * Starts a JVM with the class path and the JDK of this test, more environment and more flags.
     * It is made for a short life: compiled by C1 only, unless the flags ask for {@code
     * -XX:TieredStopAtLevel=4}.
     *
     * @param logs folder that gets the file {@code NAME.log}
     * @param name short name of the process, for messages
     * @param environment variables added to those of the test
     * @param jvmFlags flags behind those that every process gets, native access among them
     * @param mainClass class whose {@code main} runs
     * @param arguments its arguments
     * @return the running process
     */
    public static NodeProcess startJvm(
            Path logs,
            String name,
            Map<String, String> environment,
            List<String> jvmFlags,
            Class<?> mainClass,
            String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SHORT_LIVED);
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
        command.addAll(List.of(arguments));
        return startCommand(logs, name, environment, command);
    }

    /**
     * Starts a JVM with the class path and the JDK of this test that may have few descriptors.
     *
     * @param logs folder that gets the file {@code NAME.log}
     * @param name short name of the process, for messages
     * @param limit files and sockets that may be open at once
     * @param mainClass class whose {@code main} runs
     * @param arguments its arguments
     * @return the running process
     */
    public static NodeProcess startWithFewDescriptors(
            Path logs, String name, int limit, Class<?> mainClass, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "bash",
                                "-c",
                                "ulimit -n " + limit + "; exec \"$@\"",
                                name,
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dlog4j2.level=WARN",
                                "-cp",
                                System.getProperty("java.class.path"),
                                mainClass.getName()));
        command.addAll(List.of(arguments));
        return startCommand(logs, name, Map.of(), command);
    }

    /**
     * Starts any command.
     *
     * @param logs folder that gets the file {@code NAME.log}
     * @param name short name of the process, for messages
     * @param environment variables added to those of the test
     * @param command program and arguments
     * @return the running process
     */
    public static NodeProcess startCommand(
            Path logs, String name, Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new NodeProcess(name, process, logs.resolve(name + ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start process: name=" + name, e);
        }
    }

    /**
     * Waits until the process has printed a line.
     *
     * @param part text that the line contains
     * @param timeout longest wait
     * @return the first such line
     * @throws AssertionError if the line does not come in time or the process ends without it
     */
    public String awaitLine(String part, Duration timeout) {
        return awaitLine(line -> line.contains(part), "a line with '" + part + "'", timeout);
    }

    /**
     * Waits until the process has printed a line.
     *
     * @param wanted test for the line
     * @param description what is waited for, for the message
     * @param timeout longest wait
     * @return the first such line
     * @throws AssertionError if the line does not come in time or the process ends without it
     */
    public String awaitLine(Predicate<String> wanted, String description, Duration timeout) {
        long left = timeout.toNanos();
        lock.lock();
        try {
            int seen = 0;
            while (true) {
                for (; seen < lines.size(); seen++) {
                    if (wanted.test(lines.get(seen))) {
                        return lines.get(seen);
                    }
                }
                if (ended || left <= 0) {
                    String why = ended ? "ended without " : "did not print in time ";
                    throw new AssertionError(name + " " + why + description + "\n" + output());
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + description, e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the end of the process.
     *
     * @param timeout longest wait
     * @return the exit code
     * @throws AssertionError if it is still running by then
     */
    public int awaitExit(Duration timeout) {
        try {
            if (!process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new AssertionError(name + " still runs after " + timeout + "\n" + output());
            }
            reader.join(REST_OF_OUTPUT);
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for the end of " + name, e);
        }
    }

    /**
     * The process, for signals.
     *
     * @return its id
     */
    public long pid() {
        return process.pid();
    }

    /** Kills the process as a crash would: no shutdown hook runs. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Asks the process to end, as Ctrl-C does. */
    public void terminate() {
        process.destroy();
    }

    /**
     * The process.
     *
     * @return its handle, also after its end
     */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * All that the process has printed.
     *
     * @return the lines so far, both streams
     */
    public String output() {
        lock.lock();
        try {
            return "---- " + name + "\n" + String.join("\n", lines) + "\n----";
        } finally {
            lock.unlock();
        }
    }

    /** Kills the process and its descendants, if they still run, and has its log written. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        kill();
        try {
            // The folder of the log may be deleted next.
            reader.join(REST_OF_OUTPUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("output of " + name + " broke off: " + e.getMessage());
        } finally {
            end();
        }
    }

    private void add(String line) {
        lock.lock();
        try {
            lines.add(line);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
            Files.write(log, lines);
        } catch (IOException e) {
            lines.add("log not written: " + e.getMessage());
        } finally {
            lock.unlock();
        }
    }
}
