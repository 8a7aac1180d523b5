package org.activeobjects.deployment;

import org.activeobjects.node.Node;

import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An application as its descriptor says, and the nodes it runs on.
 *
 * <p><b>Threading:</b> safe. Only the {@code wait} methods, {@code getAllNodes} and {@code kill}
 * block.
 *
 * <p>A node that fails before all are up ends the others, and {@link #waitReady} says why. When one
 * is lost later, because its JVM was killed or broke down, the log tells of it, calls to its active
 * objects fail, and the other nodes go on.
 *
 * <p><b>Source:</b> {@code GCMApplication} of ProActive. Different here: descriptors are checked
 * whole before anything starts, so that an application that cannot become ready is refused; and
 * only nodes that a virtual node gets are started.
 *
 * <p>Not for implementation outside this module.
 */
public interface GCMApplication {

    /**
     * Starts the nodes; does not wait until they are up.
     *
     * @throws IllegalStateException if it was started before
     * @throws org.activeobjects.deployment.error.EnvironmentException if a process cannot be
     *     started; none is left then
     */
    void startDeployment();

    /**
     * Whether the nodes have been started.
     *
     * @return true from {@link #startDeployment} on
     */
    boolean isStarted();

    /**
     * Waits until every virtual node is ready.
     *
     * @throws org.activeobjects.deployment.error.DeploymentException if it is not started, was
     *     killed, or a node failed
     */
    void waitReady();

    /**
     * Waits until every virtual node is ready.
     *
     * @param timeout longest wait, milliseconds; 0 waits for ever
     * @throws org.activeobjects.error.ProActiveTimeoutException if they are not ready by then
     * @throws org.activeobjects.deployment.error.DeploymentException if it is not started, was
     *     killed, or a node failed
     */
    void waitReady(long timeout);

    /**
     * A virtual node.
     *
     * @param name its name
     * @return the virtual node, or {@code null} if the descriptor has none of that name
     */
    GCMVirtualNode getVirtualNode(String name);

    /**
     * The virtual nodes.
     *
     * @return virtual node by name, in the order of the descriptor
     */
    Map<String, GCMVirtualNode> getVirtualNodes();

    /**
     * The names of the virtual nodes.
     *
     * @return in the order of the descriptor
     */
    Set<String> getVirtualNodeNames();

    /** Ends the nodes with all that runs on them, and waits until they are gone; idempotent. */
    void kill();

    /**
     * The nodes of all virtual nodes. Waits until they are up.
     *
     * @return a copy, the same order each time
     * @throws org.activeobjects.deployment.error.DeploymentException if it is not started, was
     *     killed, or a node failed
     */
    List<Node> getAllNodes();

    /**
     * The variables, closed since the descriptors were read.
     *
     * @return the contract
     */
    VariableContract getVariableContract();

    /**
     * What was read and what runs, for people.
     *
     * @return several lines
     */
    String getDebugInformation();

    /**
     * Where the application descriptor is.
     *
     * @return its URL
     */
    URL getDescriptorURL();

    /**
     * A number of this deployment.
     *
     * @return differs from that of every other deployment
     */
    long getDeploymentId();
}
