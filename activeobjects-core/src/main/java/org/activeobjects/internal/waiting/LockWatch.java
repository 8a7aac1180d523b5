package org.activeobjects.internal.waiting;

import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.diagnosis.UserFrames;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Tells of threads of this JVM that wait for each other's locks, which no call between active
 * objects shows: monitors and the locks of {@code java.util.concurrent}. Nothing can end such a
 * wait, so it is told of, whatever else is done about deadlocks. Of virtual threads the JVM does
 * not say what they wait for.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@link ThreadMXBean#findDeadlockedThreads}.
 */
final class LockWatch implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(LockWatch.class);
    private static final long PERIOD_MS = 2000;

    private final Set<Long> told = new HashSet<>();
    private volatile boolean closed;

    /** Looks every two seconds from now on, unless deadlocks are not to be looked for. */
    static LockWatch start(DeadlockPolicy policy) {
        LockWatch watch = new LockWatch();
        if (policy != DeadlockPolicy.OFF) {
            watch.lookLater();
        }
        return watch;
    }

    private void lookLater() {
        CompletableFuture.delayedExecutor(
                        PERIOD_MS,
                        TimeUnit.MILLISECONDS,
                        task -> Thread.ofVirtual().name("lock-watch").start(task))
                .execute(this::lookAndGoOn);
    }

    private void lookAndGoOn() {
        if (closed) {
            return;
        }
        try {
            look().ifPresent(LOG::error);
        } finally {
            lookLater();
        }
    }

    /** What there is to be told: threads in such a deadlock that were in none before. */
    synchronized Optional<String> look() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] stuck = threads.findDeadlockedThreads();
        if (stuck == null || !told.addAll(LongStream.of(stuck).boxed().toList())) {
            return Optional.empty();
        }
        List<ThreadInfo> all =
                Arrays.stream(threads.getThreadInfo(stuck, Integer.MAX_VALUE))
                        .filter(Objects::nonNull)
                        .toList();
        return Optional.of(report(all));
    }

    private static String report(List<ThreadInfo> threads) {
        String names =
                threads.stream()
                        .map(thread -> quoted(thread.getThreadName()))
                        .collect(Collectors.joining(", "));
        StringBuilder text =
                new StringBuilder(DeadlockWatch.HEAD)
                        .append("threads of this JVM wait for each other's locks, and for ever: ")
                        .append(names);
        threads.forEach(thread -> describe(text, thread));
        return text.append("\n    Have all threads take these locks in the same order.").toString();
    }

    private static void describe(StringBuilder text, ThreadInfo thread) {
        text.append("\n    ")
                .append(quoted(thread.getThreadName()))
                .append(" waits for ")
                .append(thread.getLockName())
                .append(", which ")
                .append(quoted(thread.getLockOwnerName()))
                .append(" holds");
        StackTraceElement[] stack = thread.getStackTrace();
        List<StackTraceElement> own = UserFrames.of(stack);
        for (StackTraceElement frame : own.isEmpty() ? List.of(stack) : own) {
            text.append("\n        at ").append(frame);
        }
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    @Override
    public void close() {
        closed = true;
    }
}
