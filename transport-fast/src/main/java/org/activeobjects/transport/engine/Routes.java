package org.activeobjects.transport.engine;

import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.transfer.LateMisfits;

import java.util.Objects;

/**
 * The peers behind the addresses that one endpoint uses, connected when they are first used.
 *
 * <p><b>Threading:</b> safe; a route that another thread has replaced is found again.
 */
final class Routes {

    private static final int ROUTES = 64;

    private final Engine engine;
    private final LateMisfits misfits;
    private final Route[] routes = new Route[ROUTES];

    /** Where an address leads; found by the identity of the address first. */
    private record Route(EndpointAddress address, Peer peer) {}

    Routes(Engine engine, LateMisfits misfits) {
        this.engine = engine;
        this.misfits = misfits;
    }

    /** The connected peer behind an address. */
    Peer peerOf(EndpointAddress other) {
        Peer peer = route(other);
        misfits.check(peer, other.id());
        if (!peer.isOpen() && !peer.isSelf()) {
            engine.connect(peer);
        }
        return peer;
    }

    /** As above, but a peer that is gone may have left messages. */
    Peer sourceOf(EndpointAddress source) {
        Peer peer = route(source);
        misfits.check(peer, source.id());
        if (!peer.isOpen() && !peer.isSelf() && peer.loss() == null) {
            connectSource(peer);
        }
        return peer;
    }

    /** A peer that is lost as soon as it was connected may have left messages, too. */
    private void connectSource(Peer peer) {
        try {
            engine.connect(peer);
        } catch (PeerLostException e) {
            if (peer.loss() == null) {
                throw e;
            }
        }
    }

    /**
     * Whether a receive or a probe is of any source.
     *
     * @throws NullPointerException if the address is null
     * @throws IllegalArgumentException if it neither says so nor can be the address of an endpoint
     */
    @SuppressWarnings("ReferenceEquality") // quicker, and another one that is equal will do, too
    static boolean isAny(EndpointAddress source) {
        Objects.requireNonNull(source, "the address of the source is null; any is ANY_SOURCE");
        if (source.id() > 0) {
            return false;
        }
        if (source != EndpointAddress.ANY_SOURCE && !source.equals(EndpointAddress.ANY_SOURCE)) {
            requireOne(source);
        }
        return true;
    }

    /**
     * Lets pass what may be the address of an endpoint.
     *
     * @throws NullPointerException if it is null
     * @throws IllegalArgumentException if it stands for any, or there is no such number
     */
    static void requireOne(EndpointAddress other) {
        Objects.requireNonNull(other, "the address of the other endpoint is null");
        if (other.equals(EndpointAddress.ANY_SOURCE)) {
            throw new IllegalArgumentException(
                    "any source is for a receive or a probe: a send or an exchange names one"
                            + " endpoint, such as Status.source()");
        }
        if (other.id() < 1) {
            throw new IllegalArgumentException(
                    "the number of an endpoint is 1 or more: address=" + other);
        }
    }

    @SuppressWarnings("ReferenceEquality") // quicker, and another address of the same is found too
    private Peer route(EndpointAddress other) {
        Objects.requireNonNull(other, "the address of the other endpoint is null");
        int slot = (int) other.runtime().low() + other.id() & ROUTES - 1;
        Route route = routes[slot];
        if (route == null || route.address != other) {
            requireOne(other);
            route = new Route(other, engine.peer(other.runtime()));
            routes[slot] = route;
        }
        return route.peer;
    }
}
