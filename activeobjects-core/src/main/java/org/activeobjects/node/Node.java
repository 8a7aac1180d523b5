package org.activeobjects.node;

import org.activeobjects.transport.address.RuntimeId;

import java.util.List;

/**
 * A place where active objects can be created: a runtime, here or in another JVM, as seen by the
 * runtime that uses it.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p>A runtime has a first node, which has the URL of the runtime, and more if they are {@linkplain
 * NodeFactory#createLocalNode created}. What a node of another runtime is asked for travels there
 * and back; if that runtime is gone, a {@code NodeException} names it. A node may be an argument or
 * a result of a call, or a part of one: the receiver gets the same node as its runtime sees it.
 *
 * <p><b>Source:</b> {@code Node} of ProActive.
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

    /**
     * What is known of the JVM that it is in.
     *
     * @return its information
     */
    VMInformation getVMInformation();

    /**
     * A property of the node.
     *
     * @param key its name
     * @return its value, or {@code null} if it is not set
     * @throws org.activeobjects.error.NodeException if the node cannot be reached or was killed
     */
    String getProperty(String key);

    /**
     * Sets a property of the node, for all who ask it.
     *
     * @param key its name
     * @param value its value; {@code null} to remove it
     * @return the value before, or {@code null}
     * @throws org.activeobjects.error.NodeException if the node cannot be reached or was killed
     */
    String setProperty(String key, String value);

    /**
     * The active objects that live on the node.
     *
     * @return a stub of each, of the type its creator chose, in the order in which they were
     *     created
     * @throws org.activeobjects.error.NodeException if the node cannot be reached or was killed
     */
    Object[] getActiveObjects();

    /**
     * The active objects of a type that live on the node.
     *
     * @param <T> type of the stubs
     * @param type class or interface
     * @return a stub of that type for each instance, in the order in which they were created
     * @throws org.activeobjects.error.NodeException if the node cannot be reached or was killed
     */
    <T> List<T> getActiveObjects(Class<T> type);

    /**
     * The active objects of a class that live on the node.
     *
     * @param className name of the class
     * @return a stub of each that is of exactly that class
     * @throws org.activeobjects.error.NodeException if the node cannot be reached or was killed
     */
    Object[] getActiveObjects(String className);

    /**
     * How many active objects live on the node.
     *
     * @return 0 or more
     * @throws org.activeobjects.error.NodeException if the node cannot be reached or was killed
     */
    int getNumberOfActiveObjects();

    /**
     * Ends all active objects of the node at once, as {@code
     * PAActiveObject.terminateActiveObject(ao, true)} does. The node takes new ones.
     *
     * @throws org.activeobjects.error.NodeException if the node cannot be reached or was killed
     */
    void killAllActiveObjects();

    /**
     * Ends all active objects of the node at once and takes no more. A node that has a name loses
     * it; the runtime goes on, and so does its JVM. Does nothing if the node has been killed.
     *
     * @throws org.activeobjects.error.NodeException if the node cannot be reached
     */
    void kill();
}
