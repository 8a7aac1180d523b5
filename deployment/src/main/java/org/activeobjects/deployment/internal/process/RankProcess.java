package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.deployment.internal.protocol.ControlLine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** One rank's process, its two readers and its watcher. */
final class RankProcess {

    /** So long may what it said last take longer than its end. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final int rank;
    private final Process process;
    private final OutputStream in;
    private LineReader outReader;
    private LineReader errReader;

    private RankProcess(int rank, Process process) {
        this.rank = rank;
        this.process = process;
        this.in = process.getOutputStream();
    }

    static RankProcess start(int rank, RankLaunch launch) {
        ProcessBuilder builder = new ProcessBuilder(launch.command());
        builder.environment().putAll(launch.environment());
        try {
            return new RankProcess(rank, builder.start());
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot start the process of rank %s: program=%s reason=%s; is there memory for it, does 'ulimit -a' leave this user another process and three more open files, and is neither the class path nor an argument longer than 128 KiB?"
                            .formatted(
                                    rank,
                                    launch.command().getFirst(),
                                    // The JDK goes on with guesses.
                                    e.getMessage().lines().findFirst().orElse("").strip()),
                    e);
        }
    }

    /**
     * Starts the threads; to be called once, when everybody who listens is ready.
     *
     * @param ended takes the exit code, on a thread of this process; what it returns runs there
     *     when what the process said last is through, or is waited for no longer
     */
    void watch(
            LineOutput output,
            String prefix,
            String token,
            Consumer<ControlLine> control,
            IntFunction<Runnable> ended) {
        outReader = new LineReader(process.getInputStream(), false, prefix, output, token, control);
        errReader = new LineReader(process.getErrorStream(), true, prefix, output, token, control);
        start("output of rank " + rank, outReader);
        start("errors of rank " + rank, errReader);
        start("watcher of rank " + rank, () -> await(ended));
    }

    long pid() {
        return process.pid();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a line; a rank that is gone is noticed by its watcher. */
    void tell(ControlLine line) {
        try {
            in.write((line.encode() + "\n").getBytes(StandardCharsets.US_ASCII));
            in.flush();
        } catch (IOException e) {
            // The watcher tells the group.
        }
    }

    /**
     * Sends the last line. A JVM whose thread still reads from a pipe takes a third of a second
     * longer to end.
     */
    void tellLast(ControlLine line) {
        tell(line);
        try {
            in.close();
        } catch (IOException e) {
            // Gone already.
        }
    }

    /**
     * Asks the process to end: its shutdown hooks run.
     *
     * <p>By its handle: {@code Process.destroy} closes the streams as well. What it has printed,
     * and nobody has read yet, would be lost, and who closes waits for who writes.
     */
    void terminate() {
        process.toHandle().destroy();
    }

    void kill() {
        process.toHandle().destroyForcibly();
    }

    boolean awaitEnd(long nanos) throws InterruptedException {
        return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until all that it has printed was passed on, once it has ended.
     *
     * @param hurried see {@link RestOfOutput#await}
     * @return whether all was passed on
     */
    boolean awaitPassed(BooleanSupplier hurried) {
        try {
            return new RestOfOutput(List.of(outReader, errReader)).await(hurried);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void await(IntFunction<Runnable> ended) {
        try {
            Runnable rest = ended.apply(process.waitFor());
            // What it said last counts before the fact that it ended.
            var _ = errReader.awaitOver(LAST_WORDS);
            rest.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void start(String name, Runnable task) {
        Thread.ofPlatform().daemon().name(name).start(task);
    }
}
