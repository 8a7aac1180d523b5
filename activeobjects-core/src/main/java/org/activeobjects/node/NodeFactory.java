package org.activeobjects.node;

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
     * The node of another runtime.
     *
     * @param url {@code ao://host:port}, or the card of a runtime
     * @return its node, connected
     * @throws org.activeobjects.error.NodeException if the text is neither, or nobody answers there
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
        return node.isLocal();
    }
}
