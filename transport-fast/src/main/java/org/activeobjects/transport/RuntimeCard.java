package org.activeobjects.transport;

import java.util.Map;

/**
 * What a runtime tells others, so that they can reach it.
 *
 * @param id the runtime
 * @param hostName name of its host, for messages
 * @param hostId identifies the running kernel and its shared memory: two runtimes with the same
 *     host id can share memory
 * @param pid process id of its JVM
 * @param address where its bootstrap listens, as a literal IP address
 * @param port where its bootstrap listens
 * @param links for each link it offers, by name, what a peer needs to know to open one
 */
public record RuntimeCard(
        RuntimeId id,
        String hostName,
        String hostId,
        long pid,
        String address,
        int port,
        Map<String, String> links) {

    /**
     * Keeps a copy of the map.
     *
     * @throws IllegalArgumentException if the port is not 1 to 65535
     */
    public RuntimeCard {
        links = Map.copyOf(links);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port outside 1 to 65535: port=" + port);
        }
    }

    @Override
    public String toString() {
        return "%s (pid %d on %s, %s:%d)".formatted(id, pid, hostName, address, port);
    }
}
