package org.activeobjects.node;

import org.activeobjects.transport.address.RuntimeId;

/**
 * A place where active objects can be created: a runtime, here or in another JVM, as seen by the
 * runtime that uses it.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code Node} of ProActive. Different here: a runtime has one node.
 *
 * <p>Not for implementation outside this module.
 */
public interface Node {

    /**
     * Its name.
     *
     * @return such as {@code node-4711-1}
     */
    String name();

    /**
     * Where it can be reached. Opens the transport of its runtime if that is not open yet.
     *
     * @return {@code ao://host:port}
     */
    String url();

    /**
     * The runtime behind it. Opens the transport of that runtime if that is not open yet.
     *
     * @return id of the runtime
     */
    RuntimeId runtimeId();

    /**
     * Whether it is in this JVM, in the runtime that this object came from.
     *
     * @return true if creating an active object there needs no message
     */
    boolean isLocal();

    /**
     * All that is known of it.
     *
     * @return its information
     */
    NodeInformation getNodeInformation();

    /**
     * The text with which another runtime can {@linkplain NodeRuntime#connect connect} to it.
     *
     * @return card of its runtime, one line
     */
    String card();
}
