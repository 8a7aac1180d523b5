package org.activeobjects.transport.peer;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.progress.Waiting;
import org.activeobjects.transport.spi.Link;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Something that is done while the link of a peer stands still, and that a thread may wait for.
 *
 * <p><b>Threading:</b> run once, by the thread that polls.
 */
final class StillTask extends Waiting implements Runnable {

    private static final Logger LOG = LogManager.getLogger(StillTask.class);

    private final Link link;
    private final Runnable task;
    private volatile boolean isDone;

    /** Does something while nothing comes from a peer; waits for that, but not in a handler. */
    static void run(Peer peer, Runnable task) {
        Home home = peer.home();
        StillTask still = new StillTask(peer.output().link(), task);
        if (home.progress().isPolling()) {
            still.run();
            return;
        }
        home.progress().execute(still);
        long patienceNs = home.config().heartbeat().toNanos();
        if (!home.handlers().isRunning() && !home.progress().await(still, patienceNs)) {
            FaultLog.warn(
                    LOG,
                    "what closes waits for a handler that does not end peer={} waitedFor={}",
                    peer,
                    home.config().heartbeat());
        }
    }

    /** Of a link, or of none, which is still always. */
    private StillTask(Link link, Runnable task) {
        this.link = link;
        this.task = task;
    }

    @Override
    public void run() {
        try {
            if (link == null) {
                task.run();
            } else {
                link.whileStill(task);
            }
        } finally {
            isDone = true;
            wake();
        }
    }

    @Override
    protected boolean isOver() {
        return isDone;
    }

    @Override
    public String toString() {
        return "the end of a frame that is half here";
    }
}
