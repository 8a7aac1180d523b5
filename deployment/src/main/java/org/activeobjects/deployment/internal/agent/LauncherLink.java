package org.activeobjects.deployment.internal.agent;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The way to the launcher and back. When the launcher is gone, however it went, its end of the pipe
 * closes, and this JVM has nothing left to live for.
 */
final class LauncherLink {

    private static final Logger LOG = LogManager.getLogger(LauncherLink.class);

    private final SharedErrors err;
    private final String mark;
    private final CompletableFuture<Optional<ControlLine>> ranks = new CompletableFuture<>();
    private final CompletableFuture<ControlLine> end = new CompletableFuture<>();

    private LauncherLink(SharedErrors err, String token) {
        this.err = err;
        this.mark = (char) ControlLine.MARK + token + " ";
    }

    /**
     * Starts to listen.
     *
     * @param dump runs when the launcher asks what the active objects do
     * @param overdue how long this JVM may run after the end of the job
     * @param lost runs on a thread of its own when the launcher is gone, or when this JVM still
     *     runs that long after the end of the job
     */
    static LauncherLink open(
            InputStream in,
            SharedErrors err,
            String token,
            Runnable dump,
            Duration overdue,
            Runnable lost) {
        LauncherLink link = new LauncherLink(err, token);
        Thread.ofPlatform()
                .daemon()
                .name("launcher link")
                .start(
                        () -> {
                            try {
                                if (link.listen(in, dump)) {
                                    awaitOverdue(overdue);
                                }
                            } catch (RuntimeException | Error e) {
                                LOG.error("what the launcher says cannot be read", e);
                            } finally { // who hears nothing any more has lost it, too
                                lost.run();
                            }
                        });
        return link;
    }

    void tell(Verb verb, String... words) {
        tell(line(verb, words));
    }

    /** Takes no memory. */
    void tell(byte[] line) {
        err.writeWhole(line);
    }

    /** What can be told. */
    byte[] line(Verb verb, String... words) {
        String line = mark + ControlLine.of(verb, words).encode() + "\n";
        return line.getBytes(StandardCharsets.US_ASCII);
    }

    /** Waits until every rank is up; gives their cards by rank, or nothing if the job is over. */
    Optional<ControlLine> awaitRanks() {
        return ranks.join();
    }

    /** Waits until the job is over. */
    void awaitEnd() {
        end.join();
    }

    private static void awaitOverdue(Duration overdue) {
        try {
            // This JVM is ending; a daemon that waits here does not hold it up.
            boolean released = new CountDownLatch(1).await(overdue.toNanos(), TimeUnit.NANOSECONDS);
            LOG.warn(
                    "a rank still runs after the end of its job, and ends itself waited={}"
                            + " released={}",
                    overdue,
                    released);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Such as one for which there is no memory: who reads here has the end to hear of. */
    private void write(Runnable dump) {
        try {
            dump.run();
        } catch (RuntimeException | Error e) {
            LOG.error("what goes on here could not be written", e);
        }
        tell(Verb.DUMPED);
    }

    /** Reads to the end; true if the job is over, false if the launcher went before that. */
    private boolean listen(InputStream in, Runnable dump) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                ControlLine line = ControlLine.parse(text);
                switch (line.verb()) {
                    case DUMP -> write(dump);
                    case RANKS -> ranks.complete(Optional.of(line));
                    default -> {
                        end.complete(line);
                        ranks.complete(Optional.empty());
                    }
                }
            }
        } catch (IOException e) {
            // The same as the end of the stream.
        }
        return end.isDone();
    }
}
