package org.activeobjects.diagnosis;

import java.util.Objects;

/** Which threads are the JVM's own, and so of no program. */
public final class JvmThreads {

    /** The thread in which the JVM waits for its end, in the group of the program's threads. */
    private static final String END_OF_JVM = "DestroyJavaVM";

    private JvmThreads() {}

    /**
     * Whether the JVM itself has started a thread.
     *
     * @param thread any platform thread
     * @return true also if it has ended
     */
    public static boolean include(Thread thread) {
        Objects.requireNonNull(thread, "the thread is null");
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || thread.getName().equals(END_OF_JVM);
    }
}
