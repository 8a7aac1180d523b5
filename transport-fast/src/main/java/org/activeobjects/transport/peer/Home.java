package org.activeobjects.transport.peer;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.active.ActiveTables;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Stations;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.transfer.PlaneSettings;

import java.util.function.BiConsumer;

/**
 * The runtime that knows peers, as these see it.
 *
 * @param self its id
 * @param config its settings
 * @param settings those of the matched plane among them
 * @param progress who moves its links
 * @param handlers who takes messages
 * @param tables its tables of handlers
 * @param stations its endpoints
 * @param ended told once of each peer that is gone, and why
 */
public record Home(
        RuntimeId self,
        TransportConfig config,
        PlaneSettings settings,
        Progress progress,
        Handlers handlers,
        ActiveTables tables,
        Stations stations,
        BiConsumer<Peer, TransportException> ended) {}
