package org.activeobjects.internal.naming;

import org.activeobjects.node.Job;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;

/** How messages name runtimes to people, who know ranks, URLs and processes, but no ids. */
public final class RuntimeNames {

    private RuntimeNames() {}

    /**
     * Names a runtime.
     *
     * @param id its id
     * @param job job of the runtime that tells; {@code null} if it has none
     * @param transport its transport, which knows the others
     * @return such as {@code rank 1 (pid 4711 on host7)} or {@code ao://10.0.0.7:4242 (pid 4711 on
     *     host7)}; of a runtime that is not known, its id
     */
    public static String of(RuntimeId id, Job job, Transport transport) {
        int rank = rank(id, job);
        RuntimeCard card = card(id, transport);
        if (card == null) {
            return rank < 0 ? "runtime " + id : "rank " + rank;
        }
        return "%s (pid %s on %s)"
                .formatted(
                        rank < 0 ? Address.nodeUrl(card.address(), card.port()) : "rank " + rank,
                        card.pid(),
                        card.hostName());
    }

    private static int rank(RuntimeId id, Job job) {
        for (int rank = 0; job != null && rank < job.size(); rank++) {
            if (job.nodes().get(rank).runtimeId().equals(id)) {
                return rank;
            }
        }
        return -1;
    }

    private static RuntimeCard card(RuntimeId id, Transport transport) {
        if (transport.card().id().equals(id)) {
            return transport.card();
        }
        for (RuntimeCard peer : transport.peers()) {
            if (peer.id().equals(id)) {
                return peer;
            }
        }
        return null;
    }
}
