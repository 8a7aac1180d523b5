package org.activeobjects.deployment.internal.agent;

import org.activeobjects.diagnosis.JvmThreads;
import org.activeobjects.diagnosis.UserFrames;

import java.util.Comparator;
import java.util.List;

/** The platform threads of the user's program, daemons left out: what keeps a JVM alive. */
final class ProgramThreads {

    private ProgramThreads() {}

    static boolean includes(Thread thread) {
        return !thread.isDaemon() && !JvmThreads.include(thread);
    }

    /** What each of them does: its state, what it has called, and where in the user's code. */
    static String dump() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().keySet().stream()
                .filter(ProgramThreads::includes)
                .sorted(Comparator.comparingLong(Thread::threadId))
                .forEach(thread -> append(text, thread));
        return text.toString();
    }

    private static void append(StringBuilder text, Thread thread) {
        List<StackTraceElement> frames = UserFrames.of(thread);
        text.append("thread '").append(thread.getName()).append("' of the program: state=");
        text.append(thread.getState()).append('\n');
        if (frames.isEmpty()) {
            text.append("    in no code of the program\n");
            return;
        }
        text.append(
                UserFrames.awaitedBy(thread)
                        .map(awaited -> "    waits for the " + awaited + '\n')
                        .orElseGet(() -> called(thread, frames.getFirst())));
        frames.forEach(frame -> text.append("    at ").append(frame).append('\n'));
    }

    /** What is called there. The thread may have gone on meanwhile; then nothing is said. */
    private static String called(Thread thread, StackTraceElement frame) {
        List<StackTraceElement> stack = List.of(thread.getStackTrace());
        int called = stack.indexOf(frame) - 1;
        return called < 0 ? "" : "    in " + stack.get(called) + '\n';
    }
}
