package org.activeobjects.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The cores that this process may use, and how to give them to others. */
public final class Cores {

    private Cores() {}

    /**
     * Whether two processes can have a core each.
     *
     * @return true if there are two cores, and {@code taskset}
     */
    public static boolean canPin() {
        return usable().size() >= 2 && onPath("taskset").isPresent();
    }

    /**
     * Looks for a program.
     *
     * @param program name of a program
     * @return where it is; empty if it is not installed
     */
    public static Optional<Path> onPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * The words before a command that bind it to one of two cores.
     *
     * @param side 0 or 1
     * @return words for {@link ProcessBuilder}
     */
    public static List<String> one(int side) {
        return List.of("taskset", "-c", Integer.toString(usable().get(side)));
    }

    /**
     * The words before a command that bind it to the same two cores that pinned sides have, one
     * each.
     *
     * @return words for {@link ProcessBuilder}; none if that cannot be had
     */
    public static List<String> two() {
        List<Integer> cores = usable();
        return canPin() ? List.of("taskset", "-c", cores.get(0) + "," + cores.get(1)) : List.of();
    }

    private static List<Integer> usable() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .findFirst()
                    .map(line -> parse(line.substring(line.indexOf(':') + 1).strip()))
                    .orElse(List.of());
        } catch (IOException e) {
            return List.of(); // not Linux: nothing is pinned
        }
    }

    /** Reads such as 0-3,8,10-11. */
    static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int core = first; core <= last; core++) {
                cores.add(core);
            }
        }
        return cores;
    }
}
