package org.activeobjects.transport;

import java.util.List;

/** Opens transports; found with {@code ServiceLoader}, so that the API names no implementation. */
public interface TransportFactory {

    /**
     * Opens a transport.
     *
     * @param config how
     * @return an open transport
     */
    Transport open(TransportConfig config);

    /**
     * Names of the kinds of link that there are, whether they work on this host or not.
     *
     * @return names, fastest first
     */
    List<String> linkNames();

    /**
     * Names of all settings that there are.
     *
     * @return names as in {@link TransportConfig#settings}, in alphabetical order
     */
    List<String> settingNames();
}
