package org.activeobjects.deployment.command;

import org.activeobjects.deployment.job.JobSpec;
import org.activeobjects.transport.Transport;

import picocli.CommandLine.Option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of every command that starts a job, so that they are called the same everywhere; a
 * command takes them as picocli's {@code @Mixin}.
 */
public final class JobOptions {

    static final String JVM_ARGUMENTS = "--jvm-args";

    /** The link that joins runtimes of one JVM. */
    private static final String LOCAL = "local";

    private static final String ONLY_CHECK = "activeobjects.onlyCheck";

    private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m|h|)");

    @Option(
            names = {"-np", "--processes"},
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of ranks, each a JVM of its own (default: ${DEFAULT-VALUE}).")
    private int ranks;

    @Option(
            names = "--transport",
            paramLabel = "LINK",
            split = ",",
            description =
                    "Links that ranks may use, in order of preference: shm, ucx, tcp, netty"
                            + " (default: the fastest that both sides have).")
    private List<String> transport = new ArrayList<>();

    @Option(
            names = JVM_ARGUMENTS,
            paramLabel = "ARGS",
            description =
                    "Further arguments of every rank's JVM, separated by blanks, such as"
                            + " --jvm-args='-Xmx2g -Dkey=value'; may be given more than once.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "0",
            description =
                    "End the job as failed (exit code 124) when it has run that long: 90s, 5m,"
                            + " 2h (default: no limit).")
    private String timeout;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            defaultValue = "warn",
            description =
                    "What ranks log: error, warn, info, debug, trace (default: ${DEFAULT-VALUE});"
                            + " a Log4j configuration of your own on the class path replaces this.")
    private String logLevel;

    @Option(
            names = "--no-prefix",
            description = "Print the lines of ranks without their rank in front.")
    private boolean noPrefix;

    /** Options with their defaults, for picocli to fill. */
    public JobOptions() {}

    /**
     * The number of ranks asked for.
     *
     * @return as typed, not checked
     */
    public int ranks() {
        return ranks;
    }

    /**
     * Whether nothing is to be started: {@code bin/ao} asks so what is wrong with a command line,
     * before it makes what only a start needs.
     *
     * @return whether to return {@link ExitCodes#OK} in place of a start
     */
    public boolean isOnlyCheck() {
        return Boolean.getBoolean(ONLY_CHECK);
    }

    /**
     * Applies these options to a job.
     *
     * @param spec a job with its number of ranks
     * @return a changed copy
     * @throws IllegalArgumentException if an option has no sensible value, or not for this job; the
     *     message names it
     */
    public JobSpec applyTo(JobSpec spec) {
        List<String> links = links(transport);
        requireLinkBetweenJvms(links, spec);
        return spec.withTransport(links)
                .withJvmArguments(words(jvmArguments))
                .withTimeLimit(parseDuration(timeout))
                .withOutput(logLevel, !noPrefix);
    }

    private static List<String> links(List<String> texts) {
        List<String> names =
                texts.stream().map(String::strip).filter(text -> !text.isEmpty()).toList();
        List<String> known = Transport.linkNames();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown link: --transport="
                                + name
                                + "; known links are "
                                + String.join(", ", known));
            }
        }
        return names;
    }

    /** Nodes are called by this JVM too, even a single one. */
    private static void requireLinkBetweenJvms(List<String> links, JobSpec spec) {
        boolean needed = spec.ranks() > 1 || spec.isNodes();
        if (needed && !links.isEmpty() && links.stream().allMatch(LOCAL::equals)) {
            List<String> others = new ArrayList<>(Transport.linkNames());
            others.remove(LOCAL);
            throw new IllegalArgumentException(
                    "a link within one JVM only, but each rank is a JVM of its own: --transport="
                            + LOCAL
                            + " -np="
                            + spec.ranks()
                            + "; name one of "
                            + String.join(", ", others)
                            + ", or leave --transport out");
        }
    }

    /** Splits at blanks; single and double quotes keep blanks together. */
    static List<String> words(List<String> texts) {
        List<String> words = new ArrayList<>();
        for (String text : texts) {
            StringBuilder word = new StringBuilder();
            boolean inWord = false;
            char quote = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (quote != 0 && c == quote) {
                    quote = 0;
                } else if (quote == 0 && (c == '\'' || c == '"')) {
                    quote = c;
                    inWord = true;
                } else if (quote == 0 && Character.isWhitespace(c)) {
                    if (inWord) {
                        words.add(word.toString());
                        word.setLength(0);
                        inWord = false;
                    }
                } else {
                    word.append(c);
                    inWord = true;
                }
            }
            if (quote != 0) {
                throw new IllegalArgumentException(
                        "a quote is not closed: --jvm-args=" + text + "; add the second " + quote);
            }
            if (inWord) {
                words.add(word.toString());
            }
        }
        return words;
    }

    /** Reads such as 90s; a bare number is seconds. */
    static Duration parseDuration(String text) {
        Matcher matcher = DURATION.matcher(text.strip());
        if (!matcher.matches() || matcher.group(1).length() > 9) {
            throw new IllegalArgumentException(
                    "not a time: --timeout=" + text + "; write such as 90s, 5m or 2h");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
