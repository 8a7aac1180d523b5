package org.activeobjects.internal.future;

import org.activeobjects.internal.thrown.Thrown;

import java.util.Arrays;

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
            Thrown.setStack(cause, join(Thrown.stackOf(cause), promise));
        }
        return cause;
    }

    private static StackTraceElement[] join(StackTraceElement[] there, Promise promise) {
        StackTraceElement[] here = new Throwable().getStackTrace();
        int own = 0;
        while (own < here.length
                && here[own].getClassName().startsWith("org.activeobjects.internal.")) {
            own++;
        }
        StackTraceElement[] all = Arrays.copyOf(there, there.length + 1 + here.length - own);
        all[there.length] =
                Thrown.marker(
                        promise + ", used by thread '" + Thread.currentThread().getName() + "'");
        System.arraycopy(here, own, all, there.length + 1, here.length - own);
        return all;
    }
}
