package org.activeobjects.benchmarks.contest;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What this host is, in a few lines to go with figures. */
public final class Machine {

    private static final double GIB = 1 << 30;

    private Machine() {}

    /**
     * Describes this host.
     *
     * @param command the command that was given
     * @return lines such as {@code cpu: ...}
     */
    public static List<String> describe(String command) {
        return List.of(
                "command: " + command,
                "date: "
                        + DateTimeFormatter.ISO_INSTANT.format(
                                ZonedDateTime.now(ZoneOffset.UTC).withNano(0)),
                "cpu: "
                        + first(Path.of("/proc/cpuinfo"), "model name")
                        + ", "
                        + Runtime.getRuntime().availableProcessors()
                        + " cores",
                "memory: " + memory(),
                "system: "
                        + System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.version")
                        + ", "
                        + first(Path.of("/etc/os-release"), "PRETTY_NAME"),
                "jdk: "
                        + System.getProperty("java.vendor.version", "")
                        + " "
                        + System.getProperty("java.runtime.version"));
    }

    private static String memory() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? String.format(Locale.ROOT, "%.1f GiB", system.getTotalMemorySize() / GIB)
                : "unknown";
    }

    /** The value of the first line "key : value" or "key=value". */
    private static String first(Path file, String key) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key))
                    .findFirst()
                    .map(line -> line.replaceFirst("^[^:=]*[:=]\\s*", "").replace("\"", ""))
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown"; // not Linux
        }
    }
}
