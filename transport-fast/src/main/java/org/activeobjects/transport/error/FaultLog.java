package org.activeobjects.transport.error;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells the log of faults of ours that a thread which serves everybody survives, where even that
 * may fail: who has no memory or no descriptors left can often not log either, and the thread must
 * go on nevertheless. So nothing is thrown here, and whoever calls needs nothing that is not there
 * yet: the JVM makes a constant text, and has the class loader look for a class, also one that a
 * catch clause names, when it first comes to it.
 *
 * <p><b>Threading:</b> any.
 */
public final class FaultLog {

    /** What catch clauses name, here and where this is called, and what comes after them. */
    @SuppressWarnings("unused") // to have it loaded
    private static final List<Class<?>> LOADED =
            List.of(RuntimeException.class, Error.class, IOException.class, LockSupport.class);

    private final Logger log;
    private final String what;

    /**
     * For faults of one kind.
     *
     * @param whose the class that tells of them
     * @param what what fails, with a place for where, and perhaps one for whose message it was
     */
    public FaultLog(Class<?> whose, String what) {
        this(LogManager.getLogger(whose), what);
    }

    FaultLog(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    /**
     * Begins the log of this JVM if nobody has yet, also for a thread that was interrupted: Log4j
     * that such a thread begins is broken for good, and with it each class that has a logger.
     */
    public static void begin() {
        boolean isInterrupted = Thread.interrupted();
        try {
            LogManager.getLogger(FaultLog.class).trace("begun");
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Tells of a fault, if that can be done.
     *
     * @param where what it failed for
     * @param fault what was thrown
     */
    public void tell(Object where, Throwable fault) {
        try {
            log.error(what, where, fault);
        } catch (RuntimeException | Error _) {
            // There is nobody to tell, and to keep it with the fault would take memory, too.
        }
    }

    /**
     * Tells of a fault that a message has led to, if that can be done.
     *
     * @param where what it failed for
     * @param from who has sent the message
     * @param fault what was thrown
     */
    public void tell(Object where, Object from, Throwable fault) {
        try {
            log.error(what, where, from, fault);
        } catch (RuntimeException | Error _) {
            // As above.
        }
    }

    /**
     * Warns of something else, if that can be done, where what comes behind is for others and must
     * not depend on the log.
     *
     * @param log where to
     * @param text what happens, with a place for each value
     * @param values what goes there
     */
    public static void warn(Logger log, String text, Object... values) {
        try {
            log.warn(text, values);
        } catch (RuntimeException | Error _) {
            // As above.
        }
    }
}
