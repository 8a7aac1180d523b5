package org.activeobjects.npb.command;

import org.activeobjects.deployment.error.EnvironmentException;
import org.activeobjects.npb.Kernel;
import org.activeobjects.npb.ProblemClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The memory of this host, and whether a problem fits into it: better said before the start than by
 * a rank in the middle of a run.
 *
 * @param total bytes of memory that this host, or the container, has
 * @param available bytes that programs can still have
 */
record Memory(long total, long available) {

    /** What a JVM needs besides the heap that it fills. */
    private static final long JVM = 64L << 20;

    private static final Path MEMINFO = Path.of("/proc/meminfo");

    /** The memory of this host, now. */
    static Memory ofHost() {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system) {
            // What caches hold is available too, and only Linux itself tells how much that is.
            long available = Math.max(system.getFreeMemorySize(), availableToLinux());
            return new Memory(
                    system.getTotalMemorySize(), Math.min(available, system.getTotalMemorySize()));
        }
        return new Memory(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private static long availableToLinux() {
        if (!Files.isReadable(MEMINFO)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(MEMINFO)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            // Then the JVM's own answer has to do.
            return 0;
        }
    }

    /**
     * Refuses a problem that does not fit.
     *
     * @param heap largest heap of a rank in bytes, or 0 for what is left to it
     * @throws EnvironmentException if the ranks cannot hold the problem
     */
    void require(Kernel kernel, ProblemClass problemClass, int ranks, long heap) {
        long problem = kernel.bytesPerRank(problemClass, ranks);
        String what =
                "kernel=%s class=%s processes=%s".formatted(kernel.name(), problemClass, ranks);
        if (heap > 0 && problem > heap) {
            throw new EnvironmentException(
                    "the problem does not fit into the heap of a process: %s neededPerProcess=%s heap=%s; give a larger -Xmx in --jvm-args, or none"
                            .formatted(what, megabytes(problem), megabytes(heap)));
        }
        if (needed(kernel, problemClass, ranks) > available) {
            throw new EnvironmentException(
                    "the processes do not fit into the memory of this host: %s neededPerProcess=%s (problem %s, JVM %s) needed=%s available=%s total=%s; %s"
                            .formatted(
                                    what,
                                    megabytes(problem + JVM),
                                    megabytes(problem),
                                    megabytes(JVM),
                                    megabytes(needed(kernel, problemClass, ranks)),
                                    megabytes(available),
                                    megabytes(total),
                                    remedy(kernel, problemClass, ranks)));
        }
    }

    private static long needed(Kernel kernel, ProblemClass problemClass, int ranks) {
        return (kernel.bytesPerRank(problemClass, ranks) + JVM) * ranks;
    }

    /** The most processes that fit, if fewer do. */
    private String remedy(Kernel kernel, ProblemClass problemClass, int ranks) {
        int fewer = ranks;
        while (fewer > 1) {
            fewer = kernel.mostRanks(problemClass, fewer - 1);
            if (needed(kernel, problemClass, fewer) <= available) {
                return "choose fewer processes, -np " + fewer + " at most, or end other programs";
            }
        }
        return "choose a smaller class, or end other programs";
    }

    /**
     * The heap that arguments of a JVM ask for.
     *
     * @return bytes of the last {@code -Xmx}, or 0 if there is none
     */
    static long heapOf(List<String> jvmArguments) {
        long heap = 0;
        for (String argument : jvmArguments) {
            if (argument.matches("-Xmx\\d{1,12}[kKmMgGtT]?")) {
                String number = argument.replaceAll("\\D", "");
                char unit = Character.toLowerCase(argument.charAt(argument.length() - 1));
                // No letter: "kmgt" has no digit, and the index is -1.
                heap = Long.parseLong(number) << 10 * ("kmgt".indexOf(unit) + 1);
            }
        }
        return heap;
    }

    private static String megabytes(long bytes) {
        return (bytes + (1 << 20) - 1 >> 20) + "MiB";
    }
}
