package org.activeobjects.node;

import org.activeobjects.transport.address.RuntimeId;

/**
 * What is known of the JVM of a node without asking it.
 *
 * <p><b>Source:</b> {@code VMInformation} of ProActive.
 *
 * @param runtime the runtime that was asked for; its JVM may have others
 * @param hostName name of the host
 * @param pid process id
 */
public record VMInformation(RuntimeId runtime, String hostName, long pid) {

    /**
     * A name for people.
     *
     * @return process id and host
     */
    public String getName() {
        return pid + "@" + hostName;
    }

    /**
     * The host.
     *
     * @return the same as {@link #hostName}
     */
    public String getHostName() {
        return hostName;
    }

    /**
     * The process.
     *
     * @return the same as {@link #pid}
     */
    public long getPid() {
        return pid;
    }

    /**
     * What tells the runtime from all others.
     *
     * @return the same as {@link #runtime}
     */
    public RuntimeId getVMID() {
        return runtime;
    }
}
