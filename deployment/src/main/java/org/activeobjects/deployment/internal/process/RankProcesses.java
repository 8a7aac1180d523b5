package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.EndLimits;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The processes of a job that were started so far, by rank.
 *
 * <p><b>Threading:</b> safe; one thread adds, while others already talk to those that are there.
 */
final class RankProcesses {

    private final List<RankProcess> all = new CopyOnWriteArrayList<>();

    /**
     * Says what is to be said, one after the other. A process that is stopped takes no more than
     * its pipe holds: nobody who is to end it may wait for that.
     */
    private final Executor voice =
            new ThreadPoolExecutor(
                    0,
                    1,
                    1,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    task -> Thread.ofPlatform().daemon().name("voice of the job").unstarted(task));

    void add(RankProcess process) {
        all.add(process);
    }

    long pid(int rank) {
        return all.get(rank).pid();
    }

    /** Tells all, in the order of the calls; returns at once. */
    void tell(ControlLine line) {
        voice.execute(() -> all.forEach(process -> process.tell(line)));
    }

    /** As {@link #tell}; nothing can be told afterwards. */
    void tellLast(ControlLine line) {
        voice.execute(() -> all.forEach(process -> process.tellLast(line)));
    }

    List<Integer> running() {
        List<Integer> running = new ArrayList<>();
        for (int rank = 0; rank < all.size(); rank++) {
            if (all.get(rank).isAlive()) {
                running.add(rank);
            }
        }
        return running;
    }

    /**
     * Asks all to end, and ends those that go on; returns when they are gone, within a second.
     *
     * @param killing runs before those are ended
     */
    void end(Runnable killing) {
        all.forEach(RankProcess::terminate);
        awaitEnd();
        killing.run();
        all.forEach(RankProcess::kill);
        awaitEnd();
    }

    /** Waits a little until all are gone. */
    private void awaitEnd() {
        long deadline = System.nanoTime() + EndLimits.GRACE.toNanos();
        try {
            for (RankProcess process : all) {
                if (!process.awaitEnd(Math.max(0, deadline - System.nanoTime()))) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
