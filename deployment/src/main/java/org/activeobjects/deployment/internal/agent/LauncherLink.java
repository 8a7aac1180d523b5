package org.activeobjects.deployment.internal.agent;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * The way to the launcher and back. When the launcher is gone, however it went, its end of the pipe
 * closes, and this JVM has nothing left to live for.
 */
final class LauncherLink {

    private final PrintStream err;
    private final String mark;
    private final CompletableFuture<ControlLine> ranks = new CompletableFuture<>();
    private final CompletableFuture<ControlLine> end = new CompletableFuture<>();

    private LauncherLink(PrintStream err, String token) {
        this.err = err;
        this.mark = (char) ControlLine.MARK + token + " ";
    }

    /**
     * Starts to listen.
     *
     * @param lost runs once, on a thread of its own, when the launcher is gone
     */
    static LauncherLink open(InputStream in, PrintStream err, String token, Runnable lost) {
        LauncherLink link = new LauncherLink(err, token);
        Thread.ofPlatform()
                .daemon()
                .name("launcher link")
                .start(
                        () -> {
                            link.listen(in);
                            lost.run();
                        });
        return link;
    }

    void tell(Verb verb, String... words) {
        // One call: println holds the stream's lock, so that no line of the program cuts in.
        err.println(mark + ControlLine.of(verb, words).encode());
        err.flush();
    }

    /** Waits until every rank is up; gives their cards by rank. */
    ControlLine awaitRanks() {
        return ranks.join();
    }

    /** Waits until the job is over. */
    void awaitEnd() {
        end.join();
    }

    private void listen(InputStream in) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                ControlLine line = ControlLine.parse(text);
                (line.verb() == Verb.RANKS ? ranks : end).complete(line);
            }
        } catch (IOException e) {
            // The same as the end of the stream.
        }
    }
}
