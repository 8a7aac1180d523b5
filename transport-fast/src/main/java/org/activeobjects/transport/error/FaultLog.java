package org.activeobjects.transport.error;

import org.apache.logging.log4j.Logger;

/**
 * Tells the log of a fault of ours that a thread which serves everybody has survived, where even
 * that may fail: who has no memory or no descriptors left can often not log either, and the thread
 * must go on nevertheless. So nothing is thrown here, and nothing allocated but by the log.
 *
 * <p><b>Threading:</b> any.
 */
public final class FaultLog {

    private FaultLog() {}

    /**
     * Tells of a fault, if that can be done.
     *
     * @param log whose log
     * @param what what failed, with one place for {@code where}
     * @param where what it failed for
     * @param fault what was thrown
     */
    public static void error(Logger log, String what, Object where, Throwable fault) {
        try {
            log.error(what, where, fault);
        } catch (RuntimeException | Error _) {
            // There is nobody to tell, and to keep it with the fault would take memory, too.
        }
    }
}
