package org.activeobjects.benchmarks.process;

import org.activeobjects.benchmarks.contest.Team.TeamFailedException;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One process that is measured, with which lines are exchanged. Its errors go to this process's. It
 * ends when its standard input does.
 */
public final class Worker implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 10;

    /** No single answer takes nearly as long, on whatever host. */
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(30);

    private final String name;
    private final Process process;
    private final BufferedReader lines;
    private final BufferedWriter orders;

    /** Whose failure has ended this process; {@code null} if its own has. */
    private volatile Worker failedFirst;

    private volatile boolean isLate;

    private Worker(String name, Process process) {
        this.name = name;
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts a process.
     *
     * @param name for messages
     * @param command words of the command line
     * @param environment variables besides this process's
     * @return the process, running
     * @throws TeamFailedException if it cannot be started
     */
    public static Worker start(String name, List<String> command, Map<String, String> environment) {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        try {
            return new Worker(name, builder.start());
        } catch (IOException e) {
            throw new TeamFailedException("cannot start a process: command=" + command, e);
        }
    }

    /**
     * The id of the process.
     *
     * @return as the system has it
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Gives an order.
     *
     * @param line the order
     * @throws TeamFailedException if the process is gone
     */
    public void send(String line) {
        try {
            orders.write(line);
            orders.write('\n');
            orders.flush();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Waits for a line that begins so; others are skipped. A process that hangs is ended after half
     * an hour.
     *
     * @param beginning first characters
     * @return what follows them
     * @throws TeamFailedException if the output ends before, or the line does not come
     */
    public String expect(String beginning) {
        return expect(beginning, ANSWER_LIMIT);
    }

    String expect(String beginning, Duration limit) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        var _ =
                answer.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                        .whenComplete((_, late) -> endIf(late != null));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(beginning)) {
                    return line.substring(beginning.length()).strip();
                }
            }
        } catch (IOException e) {
            throw failed(e);
        } finally {
            answer.complete(null);
        }
        throw failed(null);
    }

    private void endIf(boolean late) {
        if (late) {
            isLate = true;
            process.destroyForcibly();
        }
    }

    private TeamFailedException failed(Throwable cause) {
        process.destroyForcibly();
        process.onExit().join();
        if (isLate) {
            return new TeamFailedException(
                    "a measured process did not answer in time and was ended: process=" + name,
                    cause);
        }
        Worker first = failedFirst == null ? this : failedFirst;
        return new TeamFailedException(
                "a measured process failed: process="
                        + first.name
                        + " exitCode="
                        + first.process.exitValue()
                        + "; its messages are above",
                cause);
    }

    /**
     * Ends the process by force when another one fails, for which it may wait.
     *
     * @param other that one
     */
    public void follow(Worker other) {
        var _ = other.process.onExit().thenRun(() -> endIfFailed(other));
    }

    private void endIfFailed(Worker other) {
        if (other.process.exitValue() != 0 && process.isAlive()) {
            failedFirst = other;
            process.destroyForcibly();
        }
    }

    /** Ends the standard input of the process; the process follows. */
    void endOrders() {
        try {
            orders.close();
        } catch (IOException e) {
            process.destroyForcibly(); // it reads no more, so it would not learn of the end
        }
    }

    /** Ends the process, with force if it does not follow the end of its orders. */
    @Override
    public void close() {
        endOrders();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
