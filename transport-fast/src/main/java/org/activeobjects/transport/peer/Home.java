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
 * @param farewells brings the reasons to the other side
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
        Farewells farewells,
        BiConsumer<Peer, TransportException> ended) {

    /**
     * Tells both sides of a link that one of them has ended why it did so, beside the link.
     *
     * <p><b>Threading:</b> called by the thread that moves the link; does not block.
     */
    public interface Farewells {

        /**
         * Tells a peer, if that can be done, why this runtime gives it up.
         *
         * @param peer the peer, about to be lost
         * @param reason what was seen
         */
        void giveUp(Peer peer, String reason);

        /**
         * A peer has ended the link: loses it, for the reason that it gives, or soon for what was
         * seen.
         *
         * @param peer the peer, from which nothing more comes
         * @param reason what was seen
         */
        void onPeerClosed(Peer peer, String reason);

        /**
         * A peer that went long ago is remembered no more: not even that it was there.
         *
         * @param peer the peer
         */
        default void forget(Peer peer) {}
    }
}
