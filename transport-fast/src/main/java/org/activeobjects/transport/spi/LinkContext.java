package org.activeobjects.transport.spi;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;

/**
 * The runtime for which a kind of link is started.
 *
 * @param runtime its id
 * @param hostId identifies the running kernel and its shared memory
 * @param config its settings
 */
public record LinkContext(RuntimeId runtime, String hostId, TransportConfig config) {}
