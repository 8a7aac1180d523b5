package org.activeobjects.deployment.internal.agent;

import org.activeobjects.api.PALifeCycle;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Tells of requests that are dropped because all programs of the job are over. */
final class WorkLeft {

    private static final Logger LOG = LogManager.getLogger(WorkLeft.class);

    /** Who has just answered, or is about to, is not told of. */
    private static final long PATIENCE_NS = 50_000_000;

    private static final long PAUSE_NS = 500_000;

    private static final int SHOWN = 5;

    private WorkLeft() {}

    static void warn() {
        List<String> busy = atWorkAfterPatience();
        if (!busy.isEmpty()) {
            LOG.warn(
                    "the job ends before active objects have served all their requests, which are"
                            + " dropped: busy={} such as={}; a job ends when every main method has"
                            + " returned: wait there for the results of the last calls",
                    busy.size(),
                    busy.subList(0, Math.min(SHOWN, busy.size())));
        }
    }

    /**
     * Those that have had work all the time since the first look.
     *
     * <p>It looks again and again, and goes on as soon as nobody is left. Nothing could tell it
     * when to look: that a body has come to the end of its queue is one write to its mailbox,
     * several million times a second, where nobody can ask to be told without making all calls pay
     * for it; and a question to the object itself would wait behind the work that it asks about.
     */
    private static List<String> atWorkAfterPatience() {
        List<String> busy = new ArrayList<>(PALifeCycle.activeObjectsAtWork());
        long begin = System.nanoTime();
        while (!busy.isEmpty() && System.nanoTime() - begin < PATIENCE_NS) {
            LockSupport.parkNanos(PAUSE_NS);
            busy.retainAll(PALifeCycle.activeObjectsAtWork());
        }
        return busy;
    }
}
