package org.activeobjects.internal.waiting;

import org.activeobjects.error.SerializationException;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Something that has to come about: the end of a wait, the beginning of a queued request, one or
 * all of several results.
 *
 * @param id its id among all runtimes; the same as long as it is the same
 * @param isAny whether one of its needs is enough
 * @param needs ids of what has to come about first; nothing holds it up if there is none
 * @param perhaps ids of what has to come about first unless a condition of an object changes its
 *     mind
 * @param edge what people are told of it; {@code null} if that is nothing
 */
record Node(String id, boolean isAny, List<String> needs, List<String> perhaps, Edge edge) {

    /** As it is if no condition changes its mind. */
    Node withoutDoubt() {
        if (perhaps.isEmpty()) {
            return this;
        }
        List<String> all = new ArrayList<>(needs);
        all.addAll(perhaps);
        return new Node(id, isAny, all, List.of(), edge);
    }

    /** Whether it cannot come about if what is given cannot. */
    boolean isHeldUpBy(Set<String> stuck) {
        if (isAny) {
            return !needs.isEmpty() && stuck.containsAll(needs);
        }
        return needs.stream().anyMatch(stuck::contains);
    }

    /** Appends it, for the way to another runtime. */
    void encode(List<Object> values) {
        values.add(id);
        values.add(isAny);
        for (List<String> ids : List.of(needs, perhaps)) {
            values.add(ids.size());
            values.addAll(ids);
        }
        values.add(edge == null ? "" : edge.summary());
        values.add(edge == null ? "" : edge.details());
        values.add(edge != null && edge.looks());
    }

    /**
     * The reverse of {@link #encode}, for all nodes from a position on.
     *
     * @throws SerializationException if there is anything else
     */
    static List<Node> decode(Object[] values, int from) {
        List<Node> nodes = new ArrayList<>();
        try {
            int at = from;
            while (at < values.length) {
                String id = (String) values[at++];
                boolean isAny = (boolean) values[at++];
                List<String> needs = new ArrayList<>();
                at = decode(values, at, needs);
                List<String> perhaps = new ArrayList<>();
                at = decode(values, at, perhaps);
                String summary = (String) values[at++];
                String details = (String) values[at++];
                boolean looks = (boolean) values[at++];
                Edge edge = summary.isEmpty() ? null : new Edge(summary, details, looks);
                nodes.add(new Node(id, isAny, needs, perhaps, edge));
            }
        } catch (ClassCastException | IndexOutOfBoundsException | NullPointerException e) {
            throw new SerializationException("not a graph of waits: " + e.getMessage(), e);
        }
        return nodes;
    }

    /** Adds ids to a list; gives the position behind them. */
    private static int decode(Object[] values, int from, List<String> ids) {
        int begin = from + 1;
        int count = (int) values[from];
        Objects.checkFromIndexSize(begin, count, values.length);
        for (int i = 0; i < count; i++) {
            ids.add((String) values[begin + i]);
        }
        return begin + count;
    }
}
