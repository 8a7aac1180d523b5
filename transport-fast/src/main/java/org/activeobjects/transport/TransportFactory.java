package org.activeobjects.transport;

/** Opens transports; found with {@code ServiceLoader}, so that the API names no implementation. */
public interface TransportFactory {

    /**
     * Opens a transport.
     *
     * @param config how
     * @return an open transport
     */
    Transport open(TransportConfig config);
}
