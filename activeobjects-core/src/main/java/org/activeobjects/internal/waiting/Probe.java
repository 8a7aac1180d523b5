package org.activeobjects.internal.waiting;

import org.activeobjects.error.SerializationException;
import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayList;
import java.util.List;

/**
 * A chain of waits that goes on in another runtime.
 *
 * <p><b>Source:</b> edge chasing of Chandy, Misra and Haas, Distributed Deadlock Detection, ACM
 * TOCS 1(2), 1983. Different here: a probe carries its path, which is the report.
 *
 * @param origin runtime where the chain begins
 * @param number active object there
 * @param beginNs which of its waits
 * @param branch which of several results of that wait, 0 if it is for one or for all
 * @param path who waits, from the origin on
 */
record Probe(RuntimeId origin, long number, long beginNs, int branch, List<Edge> path) {

    /** Longest chain that is followed. */
    static final int MAX_LENGTH = 64;

    private static final int FIXED = 4;
    private static final int PER_EDGE = 4;

    /** The same chain, to be followed on its own. */
    Probe fork() {
        return new Probe(origin, number, beginNs, branch, new ArrayList<>(path));
    }

    /** The same chain from a runtime that had no id when the chain began. */
    Probe from(RuntimeId runtime) {
        return new Probe(runtime, number, beginNs, branch, path);
    }

    Object[] encode() {
        Object[] values = new Object[FIXED + path.size() * PER_EDGE];
        values[0] = origin.toString();
        values[1] = number;
        values[2] = beginNs;
        values[3] = branch;
        int at = FIXED;
        for (Edge edge : path) {
            values[at++] = edge.id();
            values[at++] = edge.summary();
            values[at++] = edge.details();
            values[at++] = edge.looks();
        }
        return values;
    }

    static Probe decode(Object[] values) {
        int edges = (values.length - FIXED) / PER_EDGE;
        if (values.length != FIXED + edges * PER_EDGE || edges > MAX_LENGTH) {
            throw new SerializationException("not a probe: values=" + values.length);
        }
        try {
            List<Edge> path = new ArrayList<>();
            for (int at = FIXED; at < values.length; at += PER_EDGE) {
                path.add(
                        new Edge(
                                (String) values[at],
                                (String) values[at + 1],
                                (String) values[at + 2],
                                (boolean) values[at + 3]));
            }
            return new Probe(
                    RuntimeId.parse((String) values[0]),
                    (long) values[1],
                    (long) values[2],
                    (int) values[3],
                    path);
        } catch (ClassCastException | IllegalArgumentException e) {
            throw new SerializationException("not a probe: " + e.getMessage(), e);
        }
    }
}
