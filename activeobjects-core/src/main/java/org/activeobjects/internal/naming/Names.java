package org.activeobjects.internal.naming;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.NodeException;
import org.activeobjects.internal.alive.JvmKeeper;
import org.activeobjects.internal.service.LocalBody;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The names under which active objects and nodes of one runtime can be looked up; each name means
 * one thing.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Names {

    private final HostedNode first = new HostedNode("");
    private final TreeMap<String, LocalBody> bodies = new TreeMap<>();
    private final TreeMap<String, HostedNode> nodes = new TreeMap<>();

    /** No names. */
    public Names() {}

    /**
     * Gives a body a name, which it may have already.
     *
     * @param name its name
     * @param body the body
     * @param rebind true to take the name from another body
     * @throws ActiveObjectException if the name is taken, or the body has ended
     */
    public synchronized void register(String name, LocalBody body, boolean rebind) {
        check(name);
        if (!body.isAlive()) { // one that ends after this line takes the name away
            throw new ActiveObjectException(
                    "active object has ended and can have no name: body="
                            + body.getName()
                            + " name="
                            + name);
        }
        LocalBody holder = bodies.get(name);
        boolean isOther = holder != null && holder != body && holder.isAlive();
        if (nodes.containsKey(name)) {
            throw taken(name, null, "choose another, or kill the node");
        }
        if (isOther && !rebind) {
            throw taken(name, holder, "unregister it, or register with rebind=true");
        }
        bodies.put(name, body);
    }

    private static void check(String name) {
        Objects.requireNonNull(name, "the name of a node or an active object is null");
        if (name.isEmpty() || name.contains("/") || name.startsWith("@")) {
            throw new IllegalArgumentException(
                    "a name is not empty, has no / and does not begin with @: name=" + name);
        }
    }

    private static ActiveObjectException taken(String name, LocalBody holder, String remedy) {
        return new ActiveObjectException(
                "name is taken: name="
                        + name
                        + " by="
                        + (holder == null ? "a node" : holder.getName())
                        + "; "
                        + remedy);
    }

    /**
     * Makes a node.
     *
     * @param name its name
     * @param replace true to kill a node that has the name
     * @return the new node
     * @throws ActiveObjectException if the name is taken
     */
    public HostedNode createNode(String name, boolean replace) {
        HostedNode made = new HostedNode(name);
        HostedNode old;
        synchronized (this) {
            check(name);
            LocalBody holder = bodies.get(name);
            old = nodes.get(name);
            if ((holder != null && holder.isAlive()) || (old != null && !replace)) {
                throw taken(name, holder, "choose another, or create the node with replace=true");
            }
            nodes.put(name, made);
        }
        if (old != null) {
            old.kill();
        }
        return made;
    }

    /**
     * Finds a node.
     *
     * @param name its name; empty for the first node of the runtime
     * @return the node, or {@code null} if there is none of that name
     */
    public synchronized HostedNode node(String name) {
        return name.isEmpty() ? first : nodes.get(name);
    }

    /**
     * Finds a node.
     *
     * @param name its name; empty for the first node of the runtime
     * @return the node
     * @throws NodeException if there is none of that name, or it has been killed
     */
    public HostedNode requireNode(String name) {
        HostedNode node = node(name);
        if (node == null) {
            throw new NodeException(
                    "no node of that name: name="
                            + name
                            + "; it has been killed, or was never created with"
                            + " NodeFactory.createLocalNode");
        }
        return node;
    }

    /**
     * Kills a node.
     *
     * @param node the node
     */
    public void killNode(HostedNode node) {
        JvmKeeper.beforeRest();
        synchronized (this) {
            nodes.remove(node.name(), node);
        }
        JvmKeeper.rests();
        node.kill();
    }

    /**
     * Finds a body that lives, whether it has a name or not.
     *
     * @param number its number
     * @return the body, or {@code null} if there is none
     */
    public LocalBody body(long number) {
        for (HostedNode node : allNodes()) {
            for (LocalBody body : node.bodies()) {
                if (body.number() == number) {
                    return body;
                }
            }
        }
        return null;
    }

    /**
     * The bodies of all nodes of this runtime.
     *
     * @return those that live
     */
    public List<LocalBody> bodies() {
        return allNodes().stream().flatMap(node -> node.bodies().stream()).toList();
    }

    private synchronized List<HostedNode> allNodes() {
        List<HostedNode> all = new ArrayList<>(nodes.values());
        all.add(first);
        return all;
    }

    /**
     * Whether others may come for something that has a name.
     *
     * @return true while a body or a node has one
     */
    public synchronized boolean isInUse() {
        return !bodies.isEmpty() || !nodes.isEmpty();
    }

    /**
     * Finds a body by its name.
     *
     * @param name its name
     * @return the body, or {@code null} if none that lives has the name
     */
    public synchronized LocalBody find(String name) {
        LocalBody body = bodies.get(name);
        return body != null && body.isAlive() ? body : null;
    }

    /**
     * Takes a name away.
     *
     * @param name name of a body
     * @return false if no body had it
     */
    public boolean unregister(String name) {
        JvmKeeper.beforeRest();
        boolean known;
        synchronized (this) {
            known = bodies.remove(name) != null;
        }
        JvmKeeper.rests();
        return known;
    }

    /**
     * Takes all names of a body away.
     *
     * @param body the body
     */
    public void unregister(LocalBody body) {
        JvmKeeper.beforeRest();
        synchronized (this) {
            bodies.values().removeIf(registered -> registered == body);
        }
        JvmKeeper.rests();
    }

    /**
     * Whether a body has a name.
     *
     * @param body the body
     * @return true if it can be looked up
     */
    public synchronized boolean holds(LocalBody body) {
        return bodies.containsValue(body);
    }

    /**
     * The names of bodies.
     *
     * @return a new array, in the order of the alphabet
     */
    public synchronized String[] list() {
        return bodies.keySet().toArray(String[]::new);
    }

    /** Takes all names away. */
    public synchronized void clear() {
        bodies.clear();
        nodes.clear();
    }
}
