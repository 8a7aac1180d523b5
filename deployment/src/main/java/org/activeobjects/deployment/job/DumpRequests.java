package org.activeobjects.deployment.job;

import org.activeobjects.deployment.internal.process.RankGroup;
import org.activeobjects.diagnosis.SignalAction;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The jobs of this JVM, whose ranks write what they do when it gets a SIGUSR1. In whatever order
 * jobs end: the signal goes to those that are left, and is given back with the last one.
 *
 * <p><b>Threading:</b> safe; the signal comes on a thread of the JDK.
 */
final class DumpRequests {

    private static final List<RankGroup> JOBS = new CopyOnWriteArrayList<>();

    private static SignalAction signal;

    private DumpRequests() {}

    static synchronized void add(RankGroup job) {
        if (JOBS.isEmpty()) {
            signal = SignalAction.install("USR1", () -> JOBS.forEach(RankGroup::dump));
        }
        JOBS.add(job);
    }

    static synchronized void remove(RankGroup job) {
        if (JOBS.remove(job) && JOBS.isEmpty()) {
            signal.close();
        }
    }
}
