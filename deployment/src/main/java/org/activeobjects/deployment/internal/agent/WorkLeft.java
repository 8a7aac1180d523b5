package org.activeobjects.deployment.internal.agent;

import org.activeobjects.api.PALifeCycle;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells of requests that are dropped because all programs of the job are over. */
final class WorkLeft {

    private static final Logger LOG = LogManager.getLogger(WorkLeft.class);

    /** Who has just answered, or is about to, is not told of. */
    private static final long PATIENCE_MS = 50;

    private static final int SHOWN = 5;

    private WorkLeft() {}

    static void warn() throws InterruptedException {
        List<String> busy = new ArrayList<>(PALifeCycle.activeObjectsAtWork());
        if (busy.isEmpty()) {
            return;
        }
        boolean released = new CountDownLatch(1).await(PATIENCE_MS, TimeUnit.MILLISECONDS);
        busy.retainAll(PALifeCycle.activeObjectsAtWork());
        if (!released && !busy.isEmpty()) {
            LOG.warn(
                    "the job ends before active objects have served all their requests, which are"
                            + " dropped: busy={} such as={}; a job ends when every main method has"
                            + " returned: wait there for the results of the last calls",
                    busy.size(),
                    busy.subList(0, Math.min(SHOWN, busy.size())));
        }
    }
}
