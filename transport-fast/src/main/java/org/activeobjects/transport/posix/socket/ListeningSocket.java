package org.activeobjects.transport.posix.socket;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A port at which connections arrive.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ListeningSocket implements AutoCloseable {

    private final Descriptor descriptor;
    private final InetSocketAddress address;

    ListeningSocket(Descriptor descriptor, InetSocketAddress address) {
        this.descriptor = descriptor;
        this.address = address;
    }

    Descriptor descriptor() {
        return descriptor;
    }

    /**
     * Where it listens.
     *
     * @return address and port
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Takes one connection that has arrived, if one has; never blocks.
     *
     * @return the connection, or {@code null} if there is none, or it has gone again
     * @throws IOException if the kernel refuses, for want of descriptors or memory
     */
    public StreamSocket accept() throws IOException {
        return Sockets.accept(descriptor);
    }

    /** Gives the port back; idempotent. */
    @Override
    public void close() {
        descriptor.close();
    }
}
