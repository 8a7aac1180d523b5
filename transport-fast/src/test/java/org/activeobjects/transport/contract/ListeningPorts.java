package org.activeobjects.transport.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The TCP ports of the loopback at which this process listens, as the kernel says: nobody can
 * forget one. Libraries may listen at other addresses by themselves; those are not ours.
 */
final class ListeningPorts {

    private static final String LISTEN = "0A";

    /** Any address, and the loopback, as the kernel writes them: in words of the host's order. */
    private static final Set<String> LOOPBACK =
            Set.of(
                    "00000000",
                    "0100007F",
                    "00000000000000000000000000000000",
                    "00000000000000000000000001000000",
                    "0000000000000000FFFF00000100007F");

    private ListeningPorts() {}

    /** None where there is no {@code /proc}. */
    static Set<Integer> ofThisProcess() throws IOException {
        Set<Integer> ports = new TreeSet<>();
        Set<String> mine = inodesOfSockets();
        for (String file : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            if (!Files.exists(Path.of(file))) {
                continue;
            }
            for (String line : Files.readAllLines(Path.of(file))) {
                String[] fields = line.trim().split("\\s+");
                if (fields.length > 9 && fields[3].equals(LISTEN) && mine.contains(fields[9])) {
                    String[] local = fields[1].split(":");
                    if (LOOPBACK.contains(local[0])) {
                        ports.add(Integer.parseInt(local[1], 16));
                    }
                }
            }
        }
        return ports;
    }

    private static Set<String> inodesOfSockets() throws IOException {
        Path folder = Path.of("/proc/self/fd");
        Set<String> inodes = new HashSet<>();
        if (!Files.isDirectory(folder)) {
            return inodes;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                try {
                    String target = Files.readSymbolicLink(file).toString();
                    if (target.startsWith("socket:[")) {
                        inodes.add(target.substring(8, target.length() - 1));
                    }
                } catch (java.nio.file.NoSuchFileException e) {
                    // Closed meanwhile, such as the one that reads this folder.
                }
            }
        }
        return inodes;
    }
}
