package org.activeobjects.deployment.job;

import org.activeobjects.deployment.internal.process.RankLaunch;
import org.activeobjects.deployment.internal.protocol.JobEnvironment;
import org.activeobjects.deployment.internal.protocol.TransportChoice;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The command line of a rank's JVM: fast by default, and each default yields to the user's. */
final class RankJvm {

    private static final String RANK_MAIN = "org.activeobjects.deployment.internal.agent.RankMain";
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final String START_UP_CACHE = "activeobjects.startUpCache";
    private static final long MIN_HEAP = 64L << 20;
    private static final long MOST_SHORT = 31L << 30;
    private static final long LEAST_LONG = 48L << 30;
    private static final int REGIONS = 256;
    private static final long MIN_REGION = 1L << 20;
    private static final long MAX_REGION = 16L << 20;

    /** Variables of the environment with options for each JVM, and so for ranks. */
    private static final List<String> INHERITED =
            List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private RankJvm() {}

    static RankLaunch launch(JobSpec spec, JobEnvironment environment) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags(spec));
        command.addAll(logging(spec));
        // Last, so that they win.
        command.addAll(spec.jvmArguments());
        command.add("-cp");
        command.add(classPath(spec));
        command.add(RANK_MAIN);
        command.add(spec.mainClass());
        command.addAll(spec.arguments());
        return new RankLaunch(command, environment.toVariables());
    }

    /** The most heap that each of some ranks gets on this host, in bytes. */
    static long heapPerRank(int ranks) {
        long memory = Runtime.getRuntime().maxMemory() * 4;
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system) {
            // What the container may use, if this is one.
            memory = system.getTotalMemorySize();
        }
        return heapOf(Math.max(MIN_HEAP, memory / 4 * 3 / ranks));
    }

    /**
     * From 32 GiB on references take twice the room, so that a heap of not much more holds less,
     * and the start-up cache does not fit.
     */
    static long heapOf(long share) {
        return share > MOST_SHORT && share < LEAST_LONG ? MOST_SHORT : share;
    }

    private static List<String> flags(JobSpec spec) {
        List<String> flags = new ArrayList<>();
        flags.add("--enable-native-access=ALL-UNNAMED");
        flags.add("--sun-misc-unsafe-memory-access=allow");
        if (!isCollectorUsersOwn(spec.jvmArguments(), System.getenv())) {
            int processors = Runtime.getRuntime().availableProcessors();
            flags.add("-XX:+UseG1GC"); // pins arrays, which peers can then read by themselves
            flags.add("-XX:ConcGCThreads=1");
            flags.add("-XX:ParallelGCThreads=" + Math.max(1, processors / spec.ranks()));
            if (!isHeapUsersOwn(spec)) {
                flags.add("-XX:G1HeapRegionSize=" + regionSize(spec));
            }
        }
        // Beside it a percentage of the memory, which the user may have chosen, would not count.
        if (!isHeapUsersOwn(spec)) {
            flags.add("-Xmx" + (heapPerRank(spec.ranks()) >> 20) + "m");
        }
        if (hasHugePages()) {
            flags.add("-XX:+UseTransparentHugePages");
        }
        // Native calls, of which an array that is read in place takes five, go without fences.
        flags.add("-XX:+UseSystemMemoryBarrier");
        flags.add("-XX:-UsePerfData");
        // What the JVM itself has to say is no output of the program.
        flags.add("-Xlog:disable");
        flags.add("-Xlog:all=warning,aot*=off,cds*=off:stderr");
        startUpCache(spec).ifPresent(flags::add);
        flags.add("-Dstdout.encoding=UTF-8");
        flags.add("-Dstderr.encoding=UTF-8");
        List<String> transport = TransportChoice.ofSystemUnless(spec.transport());
        if (!transport.isEmpty()) {
            flags.add("-D" + TransportChoice.PROPERTY + "=" + String.join(",", transport));
        }
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(TransportChoice.PROPERTY + ".")) {
                flags.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        return flags;
    }

    /**
     * Larger regions than G1 takes by itself: an array of more than half a region is none of the
     * young ones, which are cheap to make and to drop, and messages bring such arrays.
     */
    private static long regionSize(JobSpec spec) {
        long share = Long.highestOneBit(heapPerRank(spec.ranks()) / REGIONS);
        return Math.clamp(share, MIN_REGION, MAX_REGION);
    }

    /** A JVM that is told of two collectors does not start. */
    static boolean isCollectorUsersOwn(List<String> arguments, Map<String, String> variables) {
        Stream<String> inherited =
                INHERITED.stream()
                        .flatMap(name -> Stream.of(variables.getOrDefault(name, "").split("\\s+")));
        return Stream.concat(arguments.stream(), inherited)
                .anyMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"));
    }

    private static boolean isHeapUsersOwn(JobSpec spec) {
        return spec.jvmArguments().stream()
                .anyMatch(flag -> flag.matches("-Xmx.*|-XX:Max(HeapSize|RAM).*"));
    }

    /**
     * Classes as the JVM keeps them, made by {@code bin/ao}; a JVM that cannot use it does without,
     * but for one that is told of an archive in another way, too, which does not start.
     */
    private static Optional<String> startUpCache(JobSpec spec) {
        String cache = System.getProperty(START_UP_CACHE, "");
        boolean usersOwn =
                spec.jvmArguments().stream()
                        .anyMatch(
                                flag -> flag.matches("-Xshare.*|-XX:.*(AOT|Archive|ClassList).*"));
        return cache.isEmpty() || usersOwn || !Files.isReadable(Path.of(cache))
                ? Optional.empty()
                : Optional.of("-XX:AOTCache=" + cache);
    }

    private static List<String> logging(JobSpec spec) {
        if (isLogUsersOwn(spec, System.getenv())) {
            return List.of();
        }
        // Log4j's small logger starts in a tenth of the time of the large one.
        return List.of(
                "-Dlog4j2.loggerContextFactory"
                        + "=org.apache.logging.log4j.simple.SimpleLoggerContextFactory",
                "-Dorg.apache.logging.log4j.simplelog.showdatetime=true",
                "-Dorg.apache.logging.log4j.simplelog.level=" + spec.logLevel(),
                // Netty warns of a host without a network card, which nobody here needs.
                "-Dorg.apache.logging.log4j.simplelog.io.netty.util.internal.MacAddressUtil.level"
                        + "=ERROR");
    }

    /** Whether the user, or his environment, says what Log4j is to do. */
    static boolean isLogUsersOwn(JobSpec spec, Map<String, String> environment) {
        return spec.jvmArguments().stream().anyMatch(flag -> flag.startsWith("-Dlog4j"))
                || environment.containsKey("LOG4J_CONFIGURATION_FILE")
                || LogConfiguration.isIn(spec.classPath());
    }

    private static String classPath(JobSpec spec) {
        String own = System.getProperty("java.class.path");
        // The product's jars first: no jar of a program replaces a part of it by chance.
        return spec.classPath().isEmpty() ? own : own + File.pathSeparator + spec.joinedClassPath();
    }

    private static boolean hasHugePages() {
        try {
            return !Files.readString(HUGE_PAGES).contains("[never]");
        } catch (IOException e) {
            return false;
        }
    }
}
