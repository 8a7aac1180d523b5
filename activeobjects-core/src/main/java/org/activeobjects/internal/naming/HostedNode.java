package org.activeobjects.internal.naming;

import org.activeobjects.error.NodeException;
import org.activeobjects.internal.service.LocalBody;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A node of this runtime: its bodies and its properties.
 *
 * <p><b>Threading:</b> safe.
 */
public final class HostedNode {

    private final String name;
    private final Map<String, String> properties = new ConcurrentHashMap<>();
    private final BodyRegister bodies = new BodyRegister();
    private volatile boolean killed;

    /**
     * A node without bodies.
     *
     * @param name its name; empty for the first node of its runtime
     */
    public HostedNode(String name) {
        this.name = name;
    }

    /**
     * Its name.
     *
     * @return the name; empty for the first node of its runtime
     */
    public String name() {
        return name;
    }

    /**
     * Checks that active objects can be created here.
     *
     * @throws NodeException if the node has been killed
     */
    public void requireAlive() {
        if (killed) {
            throw new NodeException(
                    "node has been killed: node="
                            + this
                            + "; create another one with NodeFactory.createLocalNode");
        }
    }

    /**
     * Takes a new body.
     *
     * @param body the body, whose thread has not been started
     * @throws NodeException if the node has been killed
     */
    public void add(LocalBody body) {
        bodies.add(body);
        // Whoever kills the node after this line finds the body.
        requireAlive();
    }

    /**
     * The bodies that live here.
     *
     * @return a copy, in the order in which they were created
     */
    public List<LocalBody> bodies() {
        return bodies.living();
    }

    /** Ends all active objects that live here, at once. */
    public void clear() {
        end("all active objects of its node were ended: node=" + this);
    }

    private void end(String reason) {
        bodies.living().forEach(body -> body.endFor(reason));
    }

    /** Ends all active objects that live here, and takes no more. */
    public void kill() {
        killed = true;
        end("its node was killed: node=" + this + "; create it anew on another one");
    }

    /**
     * A property.
     *
     * @param key its name
     * @return its value, or {@code null} if it is not set
     */
    public String property(String key) {
        return properties.get(key);
    }

    /**
     * Sets a property.
     *
     * @param key its name
     * @param value its value; {@code null} to remove it
     * @return the value before, or {@code null}
     */
    public String property(String key, String value) {
        return value == null ? properties.remove(key) : properties.put(key, value);
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "first node of its runtime" : name;
    }
}
