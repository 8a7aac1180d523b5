package org.activeobjects.deployment;

import org.activeobjects.node.Node;

import java.util.List;

/**
 * Nodes that an application knows by one name.
 *
 * <p><b>Threading:</b> safe. Only the {@code wait} methods and {@code getANode} block.
 *
 * <p><b>Source:</b> {@code GCMVirtualNode} of ProActive.
 *
 * <p>Not for implementation outside this module.
 */
public interface GCMVirtualNode {

    /**
     * Its name.
     *
     * @return {@code id} of the descriptor
     */
    String getName();

    /**
     * Whether it takes all nodes that its providers have left.
     *
     * @return true if the descriptor names no capacity, or {@code max}
     */
    boolean isGreedy();

    /**
     * Whether it has all nodes that it requires.
     *
     * @return false before they have started, and after the application was killed
     */
    boolean isReady();

    /**
     * Waits until it is ready.
     *
     * @throws org.activeobjects.deployment.error.DeploymentException if the application is not
     *     started, was killed, or a node failed
     */
    void waitReady();

    /**
     * Waits until it is ready.
     *
     * @param timeout longest wait, milliseconds; 0 waits for ever
     * @throws org.activeobjects.error.ProActiveTimeoutException if it is not ready by then
     * @throws org.activeobjects.deployment.error.DeploymentException if the application is not
     *     started, was killed, or a node failed
     */
    void waitReady(long timeout);

    /**
     * The number of nodes without which it is not ready.
     *
     * @return 1 or more
     */
    long getNbRequiredNodes();

    /**
     * The number of nodes it has been given, also of those that were lost since.
     *
     * @return 0 or more; 0 before they are up and after the application was killed
     */
    long getNbCurrentNodes();

    /**
     * The nodes it has been given. One that is lost later stays among them: calls to its objects
     * fail, and {@code PAActiveObject.pingActiveObject} tells whether one still answers.
     *
     * @return a copy, the same order each time; empty before they are up and after the application
     *     was killed
     */
    List<Node> getCurrentNodes();

    /**
     * The nodes that came since this method was called last.
     *
     * @return a copy
     */
    List<Node> getNewNodes();

    /**
     * A node, each at most once. Waits until there is one.
     *
     * @return a node, or {@code null} if all have been given out
     * @throws org.activeobjects.deployment.error.DeploymentException if the application is not
     *     started, was killed, or a node failed
     */
    Node getANode();

    /**
     * A node, each at most once.
     *
     * @param timeout longest wait, milliseconds; 0 waits for ever
     * @return a node, or {@code null} if all have been given out or none came in time
     * @throws org.activeobjects.deployment.error.DeploymentException if the application is not
     *     started, was killed, or a node failed
     */
    Node getANode(long timeout);
}
