package org.activeobjects.internal.future;

import org.activeobjects.internal.thrown.Thrown;

/**
 * What a call failed with.
 *
 * <p><b>Threading:</b> safe. Threads that use the same future get the same exception object.
 */
final class Failure {

    private final Throwable cause;
    private boolean joined;

    Failure(Throwable cause) {
        this.cause = cause;
    }

    Throwable cause() {
        return cause;
    }

    /** The exception, its stack continued by that of the first thread that uses the result. */
    synchronized Throwable asThrown(Promise promise) {
        if (!joined) {
            joined = true;
            Thrown.continueStack(
                    cause, promise + ", used by thread '" + Thread.currentThread().getName() + "'");
        }
        return cause;
    }
}
