package org.activeobjects.node;

import org.activeobjects.transport.address.RuntimeId;

/**
 * What is known of a node without asking it.
 *
 * @param name its name, unique among the nodes of its runtime
 * @param url where it can be reached: {@code ao://host:port}
 * @param runtime the runtime it belongs to
 * @param hostName name of its host
 * @param pid process id of its JVM
 */
public record NodeInformation(
        String name, String url, RuntimeId runtime, String hostName, long pid) {

    /**
     * The name.
     *
     * @return the same as {@link #name}
     */
    public String getName() {
        return name;
    }

    /**
     * The URL.
     *
     * @return the same as {@link #url}
     */
    public String getURL() {
        return url;
    }

    /**
     * What is known of the JVM that the node is in.
     *
     * @return its information
     */
    public VMInformation getVMInformation() {
        return new VMInformation(runtime, hostName, pid);
    }
}
