package org.activeobjects.internal.alive;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the JVM end only when its active objects have done what they were asked to, and none can be
 * found by name.
 *
 * <p><b>Threading:</b> safe.
 */
public final class JvmKeeper {

    private static final Logger LOG = LogManager.getLogger(JvmKeeper.class);

    /** The thread in which the JVM waits for its end; it counts as none of the program's. */
    private static final String END_OF_JVM = "DestroyJavaVM";

    private static final Set<Worker> WORKERS =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private static final AtomicLong RESTS = new AtomicLong();

    private static final AtomicInteger UNDER_WAY = new AtomicInteger();

    private static volatile boolean asked;
    private static Thread keeper;

    private JvmKeeper() {}

    /** Something that may have work to do. */
    public interface Worker {

        /**
         * Whether there is work.
         *
         * @return false if nothing would be lost by the end of the JVM
         */
        boolean isBusy();

        /** Nobody has any, and the JVM is about to end. */
        default void ends() {}
    }

    /**
     * From now on the JVM does not end while there is work.
     *
     * @param worker who has it, which is not kept
     */
    public static void watch(Worker worker) {
        WORKERS.add(worker);
        synchronized (JvmKeeper.class) {
            if (keeper == null) {
                keeper =
                        Thread.ofPlatform()
                                .group(rootGroup())
                                .inheritInheritableThreadLocals(false)
                                .daemon(false)
                                .name("end of active objects")
                                .start(JvmKeeper::keep);
            }
        }
    }

    /**
     * Does something in the middle of which the JVM does not end, whoever is busy.
     *
     * @param work the work
     */
    public static void during(Runnable work) {
        UNDER_WAY.incrementAndGet();
        try {
            work.run();
        } finally {
            beforeRest();
            UNDER_WAY.decrementAndGet();
            rests();
        }
    }

    /** Somebody will have no work in a moment; whoever looks around meanwhile looks again. */
    public static void beforeRest() {
        if (asked) {
            RESTS.incrementAndGet();
        }
    }

    /** Somebody has no work any more. */
    public static void rests() {
        if (asked) {
            LockSupport.unpark(keeper);
        }
    }

    private static void keep() {
        Thread other = otherOfTheProgram();
        while (other != null) {
            try {
                other.join();
            } catch (InterruptedException e) {
                // Nobody but a debugger interrupts this thread, and it has nothing to stop.
                LOG.debug("interrupt ignored", e);
            }
            other = otherOfTheProgram();
        }
        asked = true;
        long before = RESTS.get();
        while (isAnyBusy() || RESTS.get() != before) {
            if (RESTS.get() == before) {
                LockSupport.park(JvmKeeper.class);
            }
            before = RESTS.get();
        }
        ends();
    }

    /** Tells all workers that the JVM is about to end. */
    public static void ends() {
        workers().forEach(Worker::ends);
    }

    private static boolean isAnyBusy() {
        return workers().stream().anyMatch(Worker::isBusy) || UNDER_WAY.get() > 0;
    }

    private static List<Worker> workers() {
        synchronized (WORKERS) {
            return new ArrayList<>(WORKERS);
        }
    }

    /** A thread that keeps the JVM alive besides this one; null if there is none. */
    private static Thread otherOfTheProgram() {
        ThreadGroup root = rootGroup();
        Thread[] all = new Thread[root.activeCount() * 2 + 16];
        int count = root.enumerate(all);
        for (int i = 0; i < count; i++) {
            boolean counts = !all[i].isDaemon() && !all[i].getName().equals(END_OF_JVM);
            if (counts && all[i] != Thread.currentThread()) {
                return all[i];
            }
        }
        return null;
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
