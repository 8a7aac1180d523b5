package org.activeobjects.spmd.member;

import java.util.List;

/**
 * The platform threads of a program that was started once per JVM. Virtual ones cannot be listed.
 */
final class ProgramThreads {

    /** The thread in which the JVM waits for its end, in the group of the program's threads. */
    private static final String END_OF_JVM = "DestroyJavaVM";

    private static final List<String> JDK = List.of("java.", "jdk.", "sun.");
    private static final List<String> MIDDLEWARE = List.of("org.activeobjects.", "io.netty.");

    private ProgramThreads() {}

    /** Whether there is one but this. */
    static boolean isThereAnother(Thread known) {
        return Thread.getAllStackTraces().entrySet().stream()
                .anyMatch(
                        entry ->
                                entry.getKey() != known
                                        && isOfProgram(entry.getKey(), entry.getValue()));
    }

    /**
     * Whether a thread may run code of the program: any that keeps the JVM alive, such as an idle
     * one of a pool, and of the others those that were started to run such code.
     */
    static boolean isOfProgram(Thread thread, StackTraceElement[] stack) {
        ThreadGroup group = thread.getThreadGroup();
        if (group == null
                || group.getName().equals("system")
                || thread.getName().equals(END_OF_JVM)) {
            return false;
        }
        return !thread.isDaemon() || beginsInProgram(stack);
    }

    private static boolean beginsInProgram(StackTraceElement[] stack) {
        for (int i = stack.length - 1; i >= 0; i--) {
            String name = stack[i].getClassName();
            if (JDK.stream().noneMatch(name::startsWith)) {
                return MIDDLEWARE.stream().noneMatch(name::startsWith);
            }
        }
        return false;
    }
}
