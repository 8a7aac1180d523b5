package org.activeobjects.transport.posix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One process of this kernel, told from a later one that has got the same number by when it began.
 * Processes of different time namespaces see different times for that, and do not compare them.
 *
 * @param namespace the namespace in which the number counts
 * @param pid its number there
 * @param startTicks when it began, in the kernel's ticks since boot
 */
public record ProcessIdentity(long namespace, long pid, long startTicks) {

    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[(\\d{1,18})]");
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-(\\d{1,18})-(\\d{1,18})");

    /** Fields of /proc/PID/stat after the name: the state is the first, the start the twentieth. */
    private static final int STATE = 0;

    private static final int THREADS = 17;
    private static final int START = 19;

    /**
     * This process.
     *
     * @return its identity
     * @throws IOException if /proc does not tell it
     */
    public static ProcessIdentity current() throws IOException {
        return of(ProcessHandle.current().pid());
    }

    /**
     * A process of this one's namespace.
     *
     * @param pid its number
     * @return its identity
     * @throws IOException if there is none, or /proc does not tell it
     */
    public static ProcessIdentity of(long pid) throws IOException {
        String[] stat =
                statOf(pid).orElseThrow(() -> new IOException("/proc/" + pid + "/stat is missing"));
        return new ProcessIdentity(ownNamespace(), pid, Long.parseLong(stat[START]));
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @param text any text
     * @return the identity, or empty if the text is none
     */
    public static Optional<ProcessIdentity> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new ProcessIdentity(
                                Long.parseLong(matcher.group(1)),
                                Long.parseLong(matcher.group(2)),
                                Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }

    /**
     * Whether the process has certainly ended. One of another process namespace cannot be seen from
     * here and counts as alive; so does one of another time namespace as long as any process has
     * its number there.
     *
     * @return true if it is gone, or has died and only waits for its parent
     * @throws IOException if /proc cannot be read
     */
    public boolean isDead() throws IOException {
        if (namespace != ownNamespace()) {
            return false;
        }
        Optional<String[]> stat = statOf(pid);
        if (stat.isEmpty() || stat.get()[STATE].equals("Z") || stat.get()[STATE].equals("X")) {
            return true;
        }
        return Long.parseLong(stat.get()[START]) != startTicks && hasTimeOf(pid);
    }

    /**
     * Whether no thread of the process runs any more, nor is in the kernel for it. One that is
     * killed is dead while some of its threads may still be on their way out.
     *
     * @return true if so for certain
     * @throws IOException if /proc cannot be read
     */
    public boolean hasEnded() throws IOException {
        if (!isDead()) {
            return false;
        }
        // Its number is in use until all of its threads are gone but the first.
        Optional<String[]> stat = statOf(pid);
        return stat.isEmpty()
                || Long.parseLong(stat.get()[START]) != startTicks
                || Long.parseLong(stat.get()[THREADS]) <= 1;
    }

    /**
     * Whether a process counts time as this one does. One of another time namespace has written
     * down when it began as it sees that, which is not what is seen from here.
     */
    private static boolean hasTimeOf(long pid) {
        try {
            Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/time"));
            return own.equals(
                    Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", "time")));
        } catch (IOException e) {
            return true; // no such namespaces, or a process of another user has the number now
        }
    }

    /**
     * As part of a file name.
     *
     * @return digits and hyphens
     */
    public String text() {
        return namespace + "-" + pid + "-" + startTicks;
    }

    private static long ownNamespace() throws IOException {
        String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        Matcher matcher = NAMESPACE.matcher(link);
        if (!matcher.matches()) {
            throw new IOException("/proc/self/ns/pid is no process namespace: link=" + link);
        }
        return Long.parseLong(matcher.group(1));
    }

    private static Optional<String[]> statOf(long pid) throws IOException {
        Path file = Path.of("/proc", Long.toString(pid), "stat");
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            // The process ended between the opening and the reading (ESRCH).
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            throw e;
        }
        // The name may hold anything, spaces and parentheses too; the last one closes it.
        String[] fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= START) {
            throw new IOException("/proc/" + pid + "/stat is too short: fields=" + fields.length);
        }
        return Optional.of(fields);
    }
}
