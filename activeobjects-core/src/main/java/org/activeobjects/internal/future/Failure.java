package org.activeobjects.internal.future;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.internal.thrown.Thrown;

/**
 * What a call failed with.
 *
 * <p><b>Threading:</b> safe. Threads that use the same future get the same exception object.
 */
final class Failure {

    /** Held while code of users' classes runs, and never by whoever brings the answer. */
    private final Object looking = new Object();

    private Undecoded answer;
    private volatile Throwable cause;
    private boolean joined;
    private boolean isSeen;
    private UnseenFailures.Entry entry;

    Failure(Throwable cause) {
        this.cause = cause;
    }

    /** Of an answer that says so; what exactly it says is decoded when somebody looks. */
    Failure(Undecoded answer) {
        this.answer = answer;
    }

    /** The exception, for somebody who thereby knows of it. */
    Throwable cause() {
        seen();
        return peek();
    }

    /** The exception, of which nobody knows for that. */
    Throwable peek() {
        synchronized (looking) {
            if (cause == null) {
                try {
                    var _ = answer.decode();
                } catch (Throwable thrown) {
                    cause = thrown;
                }
                answer = null;
            }
            return cause;
        }
    }

    /** Whether the runtime that was to answer is gone, which the log has told. */
    boolean isByLoss() {
        return cause instanceof FutureMonitoringPingFailureException;
    }

    /** Somebody knows of it now. */
    void seen() {
        UnseenFailures.Entry noted;
        synchronized (this) {
            noted = isSeen ? null : entry;
            isSeen = true;
            entry = null;
        }
        if (noted != null) {
            noted.remove();
        }
    }

    /** Where it stands until somebody knows of it; false if somebody does. */
    synchronized boolean noted(UnseenFailures.Entry where) {
        entry = isSeen ? null : where;
        return !isSeen;
    }

    /** The exception, its stack continued by that of the first thread that uses the result. */
    Throwable asThrown(Promise promise) {
        synchronized (looking) {
            Throwable thrown = cause();
            if (!joined) {
                joined = true;
                Thrown.continueStack(
                        thrown,
                        promise + ", used by thread '" + Thread.currentThread().getName() + "'");
            }
            return thrown;
        }
    }
}
