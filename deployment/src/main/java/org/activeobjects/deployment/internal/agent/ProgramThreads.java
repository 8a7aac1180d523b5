package org.activeobjects.deployment.internal.agent;

import org.activeobjects.diagnosis.JvmThreads;
import org.activeobjects.diagnosis.UserFrames;
import org.activeobjects.node.Job;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.diagnosis.BlockedCall;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The platform threads of the user's program, daemons left out: what keeps a JVM alive. */
final class ProgramThreads {

    private static final String TRANSPORT = "org.activeobjects.transport.";

    private ProgramThreads() {}

    static boolean includes(Thread thread) {
        return !thread.isDaemon() && !JvmThreads.include(thread);
    }

    /**
     * What each of them does: its state, what it has called, and where in the user's code.
     *
     * @param job knows the ranks; {@code null} before this one has joined
     */
    static String dump(Job job) {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().keySet().stream()
                .filter(ProgramThreads::includes)
                .sorted(Comparator.comparingLong(Thread::threadId))
                .forEach(thread -> append(text, thread, job));
        return text.toString();
    }

    private static void append(StringBuilder text, Thread thread, Job job) {
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
                        .orElseGet(() -> called(thread, frames.getFirst(), job)));
        frames.forEach(frame -> text.append("    at ").append(frame).append('\n'));
    }

    /** What is called there. The thread may have gone on meanwhile; then nothing is said. */
    private static String called(Thread thread, StackTraceElement frame, Job job) {
        List<StackTraceElement> stack = List.of(thread.getStackTrace());
        int called = stack.indexOf(frame) - 1;
        if (called < 0) {
            return "";
        }
        boolean isMessage = stack.get(called).getClassName().startsWith(TRANSPORT);
        BlockedCall message = isMessage ? BlockedCall.of(thread) : null;
        return message == null
                ? "    in " + stack.get(called) + '\n'
                : "    waits in " + describe(message, job) + '\n';
    }

    private static String describe(BlockedCall message, Job job) {
        String way = message.kind() == BlockedCall.Kind.SEND ? " to " : " from ";
        String tag = message.tag() == Endpoint.ANY_TAG ? "any" : "" + message.tag();
        return message.kind().name().toLowerCase(Locale.ROOT)
                + way
                + name(message.peer(), job)
                + " tag="
                + tag
                + " context="
                + message.context();
    }

    private static String name(EndpointAddress peer, Job job) {
        if (job == null || peer.equals(EndpointAddress.ANY_SOURCE)) {
            return peer.toString();
        }
        return IntStream.range(0, job.size())
                .filter(rank -> job.nodes().get(rank).runtimeId().equals(peer.runtime()))
                .mapToObj(rank -> "rank " + rank)
                .findFirst()
                .orElseGet(peer::toString);
    }
}
