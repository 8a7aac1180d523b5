package org.activeobjects.spmd.member;

import org.activeobjects.diagnosis.JvmThreads;

import java.util.List;

/**
 * The platform threads of a program that was started once per JVM. Virtual ones cannot be listed.
 */
final class ProgramThreads {

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
        return !JvmThreads.include(thread) && (!thread.isDaemon() || beginsInProgram(stack));
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
