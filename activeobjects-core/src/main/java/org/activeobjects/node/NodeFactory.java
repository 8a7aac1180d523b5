package org.activeobjects.node;

import java.util.Objects;

/**
 * Finds nodes.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code NodeFactory} of ProActive.
 */
public final class NodeFactory {

    private NodeFactory() {}

    /**
     * The node of the runtime of the calling thread.
     *
     * @return a local node
     */
    public static Node getDefaultNode() {
        return NodeRuntime.current().node();
    }

    /**
     * A node of this or of another runtime.
     *
     * @param url {@code ao://host:port}, with {@code /name} for a node that was created with a
     *     name, or the card of a runtime
     * @return its node, connected
     * @throws org.activeobjects.error.NodeException if the text is neither, nobody of this job
     *     answers there, or there is no node of that name
     */
    public static Node getNode(String url) {
        return NodeRuntime.current().connect(url);
    }

    /**
     * Whether a node is in the runtime of the calling thread.
     *
     * @param node a node
     * @return true if it is
     */
    public static boolean isNodeLocal(Node node) {
        return Objects.requireNonNull(node, "the node is null").isLocal();
    }

    /**
     * Makes one more node in the runtime of the calling thread. While it is there, its runtime
     * keeps the JVM alive, since others may come and look for it.
     *
     * @param name its name, or a URL that ends with it; not empty, not beginning with {@code @}
     * @return the new node
     * @throws org.activeobjects.error.ActiveObjectException if the name is taken by a node or by an
     *     active object
     * @throws IllegalArgumentException if it can be no name
     */
    public static Node createLocalNode(String name) {
        return createLocalNode(name, false, null);
    }

    /**
     * Makes one more node in the runtime of the calling thread.
     *
     * @param name its name, or a URL that ends with it; not empty, not beginning with {@code @}
     * @param replacePreviousBinding true to kill a node that has the name
     * @param virtualNodeName kept as the property {@code virtualNode} of the node; may be {@code
     *     null}
     * @return the new node
     * @throws org.activeobjects.error.ActiveObjectException if the name is taken by an active
     *     object, or by a node that is not to be replaced
     * @throws IllegalArgumentException if it can be no name
     */
    public static Node createLocalNode(
            String name, boolean replacePreviousBinding, String virtualNodeName) {
        Objects.requireNonNull(name, "the name of a node is null");
        String last = name.substring(name.lastIndexOf('/') + 1);
        Node node = NodeRuntime.current().createNode(last, replacePreviousBinding);
        if (virtualNodeName != null) {
            node.setProperty("virtualNode", virtualNodeName);
        }
        return node;
    }

    /**
     * Kills a node, here or in another runtime: its active objects end at once, and it takes no
     * more.
     *
     * @param url URL of the node
     * @throws org.activeobjects.error.NodeException if there is no such node, or nobody answers
     *     there
     */
    public static void killNode(String url) {
        getNode(url).kill();
    }
}
