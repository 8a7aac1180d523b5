package org.activeobjects.api;

import org.activeobjects.internal.alive.JvmKeeper;
import org.activeobjects.internal.dump.OpenRuntimes;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.runtime.Directory;
import org.activeobjects.node.NodeRuntime;

import java.util.List;

/**
 * The end of the program, and of active objects that nobody can reach any more.
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

    /**
     * Says whether an active object may be collected once nobody can reach it any more, as it is
     * from the start unless its class is {@link org.activeobjects.annotation.Permanent}.
     *
     * @param activeObject stub
     * @param collectable false to let it live until it is terminated or its runtime is closed
     * @throws IllegalArgumentException if the object is no stub of an active object
     * @throws org.activeobjects.error.ActiveObjectException if it lives in another runtime and has
     *     ended
     */
    public static void setCollectable(Object activeObject, boolean collectable) {
        ActiveHandler handler = ActiveHandler.of(PAFuture.getFutureValue(activeObject));
        if (handler == null) {
            throw new IllegalArgumentException(
                    "not a stub of an active object: object=" + activeObject);
        }
        Directory.keep(handler, !collectable);
    }

    /**
     * Says what all active objects of this JVM do: length of the queue, the requests being served
     * and since when, by which thread and where, and what they wait for. The signal SIGUSR1 writes
     * the same to the standard output, unless the program has a handler of its own for it or {@code
     * -Dactiveobjects.dump.signal} names another signal or {@code none}. SIGQUIT, on Linux with
     * native access enabled, writes it after the JVM's own dump of the platform threads, whose
     * names tell object and method.
     *
     * @return lines of text, those that are busy first
     */
    public static String dump() {
        return OpenRuntimes.dump();
    }

    /**
     * Which active objects of this JVM have something to do that would be lost with it.
     *
     * @return the names of those that serve a request or have one in their queue
     */
    public static List<String> activeObjectsAtWork() {
        return OpenRuntimes.atWork();
    }

    /**
     * Has the log tell now of the calls of this JVM that have failed without anybody having waited
     * for their results, as it does by itself when a runtime is closed, or the JVM ends because its
     * threads have: for who is about to end it by {@link System#exit}.
     */
    public static void tellUnseenFailures() {
        JvmKeeper.ends();
    }

    private static void exit(int code) {
        NodeRuntime.current().close();
        Runtime.getRuntime().exit(code);
    }
}
