package org.activeobjects.api;

import org.activeobjects.node.NodeRuntime;

/**
 * The end of the program.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code PALifeCycle} of ProActive.
 */
public final class PALifeCycle {

    private static final int FAILURE = 1;

    private PALifeCycle() {}

    /** Closes the runtime of the calling thread and ends the JVM with exit code 0. */
    public static void exitSuccess() {
        exit(0);
    }

    /** Closes the runtime of the calling thread and ends the JVM with exit code 1. */
    public static void exitFailure() {
        exit(FAILURE);
    }

    private static void exit(int code) {
        NodeRuntime.current().close();
        Runtime.getRuntime().exit(code);
    }
}
