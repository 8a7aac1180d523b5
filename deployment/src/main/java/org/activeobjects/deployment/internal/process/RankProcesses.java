package org.activeobjects.deployment.internal.process;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.EndLimits;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The processes of a job that were started so far, by rank.
 *
 * <p><b>Threading:</b> safe; one thread adds, while others already talk to those that are there.
 */
final class RankProcesses {

    private final List<RankProcess> all = new CopyOnWriteArrayList<>();

    void add(RankProcess process) {
        all.add(process);
    }

    long pid(int rank) {
        return all.get(rank).pid();
    }

    void tell(ControlLine line) {
        all.forEach(process -> process.tell(line));
    }

    void tellLast(ControlLine line) {
        all.forEach(process -> process.tellLast(line));
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
