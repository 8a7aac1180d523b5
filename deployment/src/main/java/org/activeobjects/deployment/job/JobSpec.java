package org.activeobjects.deployment.job;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a job is: how many ranks, what they run, and how their JVMs are started. Made by {@link
 * #nodes} or {@link #program}, changed by the {@code with} methods, which give copies.
 *
 * @param ranks number of ranks, 1 to 4096
 * @param mainClass class whose {@code main} every rank runs, or an empty text if the ranks are
 *     nodes, which run active objects until the job is closed
 * @param arguments arguments of {@code main}
 * @param classPath folders and jars of the user's program, put after the product's own
 * @param transport names of the links that the ranks may use, in order of preference; empty for all
 *     that are there, fastest first
 * @param jvmArguments further arguments of every rank's JVM; they win over the launcher's own
 * @param timeLimit the job is ended as failed when it has run that long; zero for no limit
 * @param logLevel what ranks log, when the user's class path has no log configuration: {@code
 *     error}, {@code warn}, {@code info}, {@code debug} or {@code trace}
 * @param rankPrefix whether each line that a rank prints gets its rank in front
 * @param lasting whether ranks go on when another one ends, however it ends, once all were up
 */
public record JobSpec(
        int ranks,
        String mainClass,
        List<String> arguments,
        List<Path> classPath,
        List<String> transport,
        List<String> jvmArguments,
        Duration timeLimit,
        String logLevel,
        boolean rankPrefix,
        boolean lasting) {

    /** The most ranks that one host is asked to start. */
    public static final int MAX_RANKS = 4096;

    private static final List<String> LOG_LEVELS =
            List.of("error", "warn", "info", "debug", "trace");

    /**
     * Checks and copies.
     *
     * @throws NullPointerException if a value is {@code null}; the message names it
     * @throws IllegalArgumentException if a value is out of its range; the message names it
     */
    public JobSpec {
        Objects.requireNonNull(
                mainClass, "the main class of a job is null; nodes have an empty one");
        Objects.requireNonNull(timeLimit, "the time limit of a job is null; zero is none");
        Objects.requireNonNull(logLevel, "the log level of a job is null");
        if (ranks < 1 || ranks > MAX_RANKS) {
            throw new IllegalArgumentException(
                    "number of ranks outside 1 to %s: ranks=%s; give -np 1 to %s"
                            .formatted(MAX_RANKS, ranks, MAX_RANKS));
        }
        if (timeLimit.isNegative()) {
            throw new IllegalArgumentException(
                    "a time limit is zero (none) or more: timeLimit=" + timeLimit);
        }
        if (!LOG_LEVELS.contains(logLevel)) {
            throw new IllegalArgumentException(
                    "unknown log level: logLevel=%s; known levels are %s"
                            .formatted(logLevel, String.join(", ", LOG_LEVELS)));
        }
        arguments = copyOf("arguments", arguments);
        classPath = copyOf("classPath", classPath);
        classPath.forEach(JobSpec::requireOneEntry);
        transport = copyOf("transport", transport);
        jvmArguments = copyOf("jvmArguments", jvmArguments);
    }

    private static void requireOneEntry(Path entry) {
        if (entry.toString().contains(File.pathSeparator)) {
            throw new IllegalArgumentException(
                    "a class path is split at '"
                            + File.pathSeparator
                            + "', which an entry has in its name: entry="
                            + entry
                            + "; rename it, or name a symbolic link to it");
        }
    }

    private static <T> List<T> copyOf(String name, List<T> list) {
        Objects.requireNonNull(list, () -> "a list of a job is null: list=" + name);
        list.forEach(
                one ->
                        Objects.requireNonNull(
                                one, () -> "an element of a list of a job is null: list=" + name));
        return List.copyOf(list);
    }

    /**
     * A job whose ranks are nodes: they run active objects that others create, until the job is
     * closed.
     *
     * @param ranks number of ranks, 1 or more
     * @return the specification
     */
    public static JobSpec nodes(int ranks) {
        return program(ranks, "", List.of());
    }

    /**
     * A job whose ranks all run one program.
     *
     * @param ranks number of ranks, 1 or more
     * @param mainClass binary name of the class with {@code main}
     * @param arguments its arguments
     * @return the specification
     */
    public static JobSpec program(int ranks, String mainClass, List<String> arguments) {
        return new JobSpec(
                ranks,
                mainClass,
                arguments,
                List.of(),
                List.of(),
                List.of(),
                Duration.ZERO,
                "warn",
                true,
                false);
    }

    /**
     * With the user's class path.
     *
     * @param path folders and jars
     * @return a changed copy
     * @throws IllegalArgumentException if a class path would be split within the name of one
     */
    public JobSpec withClassPath(List<Path> path) {
        return new JobSpec(
                ranks,
                mainClass,
                arguments,
                path,
                transport,
                jvmArguments,
                timeLimit,
                logLevel,
                rankPrefix,
                lasting);
    }

    /**
     * With a choice of links.
     *
     * @param names names in order of preference; empty for all
     * @return a changed copy
     */
    public JobSpec withTransport(List<String> names) {
        return new JobSpec(
                ranks,
                mainClass,
                arguments,
                classPath,
                names,
                jvmArguments,
                timeLimit,
                logLevel,
                rankPrefix,
                lasting);
    }

    /**
     * With further arguments of the ranks' JVMs.
     *
     * @param jvmArgs arguments such as {@code -Xmx2g}
     * @return a changed copy
     */
    public JobSpec withJvmArguments(List<String> jvmArgs) {
        return new JobSpec(
                ranks,
                mainClass,
                arguments,
                classPath,
                transport,
                jvmArgs,
                timeLimit,
                logLevel,
                rankPrefix,
                lasting);
    }

    /**
     * With a time limit.
     *
     * @param limit longest run of the whole job; zero for none
     * @return a changed copy
     */
    public JobSpec withTimeLimit(Duration limit) {
        return new JobSpec(
                ranks,
                mainClass,
                arguments,
                classPath,
                transport,
                jvmArguments,
                limit,
                logLevel,
                rankPrefix,
                lasting);
    }

    /**
     * With another way to log and to print.
     *
     * @param level log level of the ranks
     * @param prefix whether lines of ranks get their rank in front
     * @return a changed copy
     */
    public JobSpec withOutput(String level, boolean prefix) {
        return new JobSpec(
                ranks,
                mainClass,
                arguments,
                classPath,
                transport,
                jvmArguments,
                timeLimit,
                level,
                prefix,
                lasting);
    }

    /**
     * With ranks that go on without those that are lost: for programs that can do without some of
     * their nodes, or start their work anew on others. The log tells of each.
     *
     * @return a changed copy
     */
    public JobSpec withLastingRanks() {
        return new JobSpec(
                ranks,
                mainClass,
                arguments,
                classPath,
                transport,
                jvmArguments,
                timeLimit,
                logLevel,
                rankPrefix,
                true);
    }

    /**
     * Whether the ranks are nodes, which run no {@code main}.
     *
     * @return true if there is no main class
     */
    public boolean isNodes() {
        return mainClass.isEmpty();
    }

    /**
     * The class path as a JVM takes it.
     *
     * @return the entries, joined as the platform wants
     */
    public String joinedClassPath() {
        return String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList());
    }
}
