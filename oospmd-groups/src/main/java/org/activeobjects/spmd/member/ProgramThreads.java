package org.activeobjects.spmd.member;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;

import org.activeobjects.diagnosis.JvmThreads;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The threads of a program that was started once per JVM.
 *
 * <p>Virtual ones are listed by nothing but the dump that {@link HotSpotDiagnosticMXBean} writes to
 * a file. That takes a few milliseconds, and seconds where there are a hundred thousand of them; so
 * it is made once per wait. Nobody can start one in a wait that nobody is beside.
 */
final class ProgramThreads {

    private static final Logger LOG = LogManager.getLogger(ProgramThreads.class);

    /** How long a virtual thread that was there counts as there still. */
    private static final long SEEN_NS = TimeUnit.SECONDS.toNanos(10);

    private static final Pattern VIRTUAL = Pattern.compile("#([0-9]+) \".*\" virtual( .*)?");
    private static final Pattern FRAME = Pattern.compile(" +at (?:[^(]*/)?([^(/]+)\\(.*");

    private static final List<String> JDK = List.of("java.", "jdk.", "sun.");
    private static final List<String> MIDDLEWARE = List.of("org.activeobjects.", "io.netty.");

    /** Where daemons of the JDK are that run what a program has left with them. */
    private static final List<String> CALLS_BACK =
            List.of(
                    "java.lang.ProcessHandleImpl",
                    "java.util.TimerThread",
                    "jdk.internal.net.http.");

    private static Look last = new Look(0, 0, false, 0);

    private ProgramThreads() {}

    /** What a look at the virtual threads beside one, in one wait of that, has found, and when. */
    private record Look(long thread, long number, boolean isThereOne, long ns) {}

    /**
     * Whether there is one but this.
     *
     * @param known the one that waits; {@code null} if none does
     * @param wait number of its wait
     */
    static boolean isThereAnother(Thread known, long wait) {
        return isPlatformThreadThere(known) || isVirtualThreadThere(known, wait);
    }

    private static boolean isPlatformThreadThere(Thread known) {
        return Thread.getAllStackTraces().entrySet().stream()
                .anyMatch(
                        entry ->
                                entry.getKey() != known
                                        && isOfProgram(entry.getKey(), entry.getValue()));
    }

    static synchronized boolean isVirtualThreadThere(Thread known, long wait) {
        long id = known == null ? 0 : known.threadId();
        boolean isSame = last.thread == id && last.number == wait;
        if (!isSame || last.isThereOne && System.nanoTime() - last.ns > SEEN_NS) {
            last = new Look(id, wait, listsVirtualThread(id), System.nanoTime());
        }
        return last.isThereOne;
    }

    private static boolean listsVirtualThread(long known) {
        try {
            Path folder = Files.createTempDirectory("ao-threads");
            Path dump = folder.resolve("dump");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
                try (Stream<String> lines = Files.lines(dump)) {
                    return isVirtualThreadIn(lines.iterator(), known);
                }
            } finally {
                Files.deleteIfExists(dump);
                Files.delete(folder);
            }
        } catch (IOException | UncheckedIOException | LinkageError e) {
            LOG.debug("the virtual threads of this JVM cannot be listed", e);
            return false;
        }
    }

    /** Whether a dump has one that was started to run code of the program, but for the known. */
    static boolean isVirtualThreadIn(Iterator<String> dump, long known) {
        boolean isOther = false;
        String start = MIDDLEWARE.getFirst(); // where the code begins that is not of the JDK
        while (dump.hasNext()) {
            String line = dump.next();
            Matcher frame = FRAME.matcher(line);
            if (frame.matches()) {
                boolean isOfJdk = JDK.stream().anyMatch(frame.group(1)::startsWith);
                start = isOfJdk ? start : frame.group(1);
            } else if (line.startsWith("#")) {
                if (isOther && isOfProgram(start)) {
                    return true;
                }
                Matcher virtual = VIRTUAL.matcher(line);
                isOther = virtual.matches() && Long.parseLong(virtual.group(1)) != known;
                start = MIDDLEWARE.getFirst();
            }
        }
        return isOther && isOfProgram(start);
    }

    private static boolean isOfProgram(String className) {
        return MIDDLEWARE.stream().noneMatch(className::startsWith);
    }

    /**
     * Whether a thread may run code of the program: any that keeps the JVM alive, such as an idle
     * one of a pool, and of the others those that were started to run such code, or to wait for
     * what such code is to follow on.
     */
    static boolean isOfProgram(Thread thread, StackTraceElement[] stack) {
        return !JvmThreads.include(thread)
                && (!thread.isDaemon() || beginsInProgram(stack) || callsBack(stack));
    }

    private static boolean callsBack(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame -> CALLS_BACK.stream().anyMatch(frame.getClassName()::startsWith));
    }

    private static boolean beginsInProgram(StackTraceElement[] stack) {
        for (int i = stack.length - 1; i >= 0; i--) {
            String name = stack[i].getClassName();
            if (JDK.stream().noneMatch(name::startsWith)) {
                return isOfProgram(name);
            }
        }
        return false;
    }
}
