package org.activeobjects.internal.waiting;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * What waits for what, as far as it can be reached from one wait.
 *
 * <p>What is not known counts as something that comes about by itself: a graph that is not complete
 * hides a deadlock, and never shows one that is not there.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Source:</b> the AND-OR model of Knapp, Deadlock Detection in Distributed Databases, ACM
 * Computing Surveys 19(4), 1987. Stuck is the largest set all of whose members are held up by
 * members.
 */
final class WaitGraph {

    /** Larger graphs are not followed to their end. */
    static final int MAX_NODES = 4096;

    /** What is said of a wait for results that are left to each other. */
    static final String NO_GIVER =
            " waits for a result that nobody will give: the method that is to give it has returned"
                    + " the future of another call, and so on, back to the first;"
                    + " have one of these methods return a value";

    private final Map<String, Node> nodes = new LinkedHashMap<>();

    void add(Node node) {
        nodes.putIfAbsent(node.id(), node);
    }

    boolean isFull() {
        return nodes.size() >= MAX_NODES;
    }

    Collection<Node> nodes() {
        return nodes.values();
    }

    /** The graph as it is if no condition of an object changes its mind. */
    WaitGraph withoutDoubt() {
        WaitGraph sure = new WaitGraph();
        nodes.values().forEach(node -> sure.add(node.withoutDoubt()));
        return sure;
    }

    /**
     * Those that can never come about because they need each other, with one among them; or, where
     * nobody waits in what holds that one up, but results are left to each other, that one and
     * they.
     *
     * @return their ids; empty if that one can come about, or is only held up by others that wait,
     *     and cannot
     */
    Set<String> knot(String root) {
        Set<String> stuck = stuck(nodes.keySet());
        Set<String> members = stuck;
        while (members.contains(root)) {
            Set<String> around = around(root, members);
            if (around.size() == members.size()) {
                return members;
            }
            // What holds up from outside is left out: a knot holds by itself.
            members = stuck(around);
        }
        return stuck.contains(root) ? resultsAlone(root, stuck) : Set.of();
    }

    private Set<String> resultsAlone(String root, Set<String> stuck) {
        Set<String> all = new LinkedHashSet<>(reached(root, stuck).keySet());
        boolean isAlone = all.stream().allMatch(id -> nodes.get(id).edge() == null);
        all.add(root);
        return isAlone ? all : Set.of();
    }

    /**
     * Chains may be long: whoever can come about is a reason to look at those that need it only.
     */
    private Set<String> stuck(Set<String> among) {
        Set<String> stuck = new LinkedHashSet<>(among);
        Map<String, List<String>> reverse = reverse(among);
        Deque<String> open = new ArrayDeque<>(among);
        while (!open.isEmpty()) {
            String id = open.poll();
            if (stuck.contains(id) && !nodes.get(id).isHeldUpBy(stuck)) {
                stuck.remove(id);
                open.addAll(reverse.getOrDefault(id, List.of()));
            }
        }
        return stuck;
    }

    /** Who needs each. */
    private Map<String, List<String>> reverse(Set<String> within) {
        Map<String, List<String>> reverse = new HashMap<>();
        for (String id : within) {
            nodes.get(id)
                    .needs()
                    .forEach(
                            need ->
                                    reverse.computeIfAbsent(need, key -> new ArrayList<>())
                                            .add(id));
        }
        return reverse;
    }

    /** Those from which one gets to the root, and to which one gets from there. */
    private Set<String> around(String root, Set<String> within) {
        Map<String, List<String>> reverse = reverse(within);
        Set<String> around = new LinkedHashSet<>(reached(root, within).keySet());
        around.retainAll(reached(root, within, id -> reverse.getOrDefault(id, List.of())).keySet());
        return around;
    }

    /** All that one gets to in one step or more, and from where. */
    private Map<String, String> reached(String from, Set<String> within) {
        return reached(from, within, id -> nodes.get(id).needs());
    }

    private static Map<String, String> reached(
            String from, Set<String> within, Function<String, Collection<String>> steps) {
        Map<String, String> reached = new HashMap<>();
        Deque<String> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            String at = next.poll();
            for (String need : steps.apply(at)) {
                if (within.contains(need) && reached.putIfAbsent(need, at) == null) {
                    next.add(need);
                }
            }
        }
        return reached;
    }

    /** Whether the first of two that look comes before the other; it is no order along a chain. */
    static boolean precedes(String id, String other) {
        int order = Integer.compare(id.hashCode(), other.hashCode());
        return order < 0 || order == 0 && id.compareTo(other) < 0;
    }

    /** Whether nobody who precedes it looks at the same knot. */
    boolean isFirstOfThoseWhoLook(String root, Set<String> knot) {
        return knot.stream()
                .filter(id -> nodes.get(id).edge() != null && nodes.get(id).edge().looks())
                .noneMatch(id -> precedes(id, root));
    }

    /** The members of a knot for people, as circles from the root and back to it. */
    String report(String root, Set<String> knot) {
        if (!reached(root, knot).containsKey(root)) {
            Edge edge = nodes.get(root).edge();
            return DeadlockWatch.HEAD + edge.summary() + NO_GIVER + "\n    " + edge.details();
        }
        StringJoiner report = new StringJoiner("\nand ");
        Set<String> shown = new LinkedHashSet<>();
        Set<String> described = new HashSet<>();
        Set<String> left = new LinkedHashSet<>(List.of(root));
        left.addAll(knot);
        Set<String> namesakes = namesakes(left);
        for (String id : left) {
            if (!shown.contains(id) && nodes.get(id).edge() != null) {
                List<String> circle = new ArrayList<>(List.of(root));
                if (!id.equals(root)) {
                    circle.addAll(path(root, id, knot));
                }
                circle.addAll(path(id, root, knot));
                shown.addAll(circle);
                report.add(text(circle, described, namesakes));
            }
        }
        return report.toString();
    }

    /** The shortest way, without where it begins. */
    private List<String> path(String from, String to, Set<String> within) {
        Map<String, String> reached = reached(from, within);
        List<String> path = new ArrayList<>();
        String at = to;
        do {
            path.addFirst(at);
            at = reached.get(at);
        } while (!at.equals(from));
        return path;
    }

    private String text(List<String> circle, Set<String> described, Set<String> namesakes) {
        List<String> told = circle.stream().filter(id -> nodes.get(id).edge() != null).toList();
        StringJoiner head = new StringJoiner(" waits for ", DeadlockWatch.HEAD, "");
        told.forEach(id -> head.add(headline(id, namesakes)));
        StringBuilder text = new StringBuilder(head.toString());
        for (String id : told) {
            if (described.add(id)) {
                text.append("\n    ").append(nodes.get(id).edge().details());
            }
        }
        return text.toString();
    }

    /** Names that objects of several runtimes have, since each runtime counts for itself. */
    private Set<String> namesakes(Set<String> ids) {
        Map<String, String> runtimes = new HashMap<>();
        Set<String> namesakes = new HashSet<>();
        for (String id : ids) {
            if (nodes.get(id).edge() != null) {
                String name = nodes.get(id).edge().object();
                String known = runtimes.putIfAbsent(name, runtimeOf(id));
                if (known != null && !known.equals(runtimeOf(id))) {
                    namesakes.add(name);
                }
            }
        }
        return namesakes;
    }

    /** Object and method, and the runtime if the object has a namesake in another one. */
    private String headline(String id, Set<String> namesakes) {
        Edge edge = nodes.get(id).edge();
        return namesakes.contains(edge.object())
                ? edge.summary() + " (runtime " + runtimeOf(id) + ")"
                : edge.summary();
    }

    /** Ids of nodes end with that of the runtime, if others can reach it. */
    private static String runtimeOf(String id) {
        int at = id.lastIndexOf('@');
        return at < 0 ? "" : id.substring(at + 1);
    }
}
