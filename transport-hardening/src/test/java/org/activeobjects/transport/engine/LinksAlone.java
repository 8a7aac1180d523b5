package org.activeobjects.transport.engine;

import org.activeobjects.transport.peer.Home.Farewells;
import org.activeobjects.transport.peer.Peer;

/** Of runtimes that have nothing but their links: each side knows what it sees. */
final class LinksAlone implements Farewells {

    @Override
    public void giveUp(Peer peer, String reason) {}

    @Override
    public void onPeerClosed(Peer peer, String reason) {
        peer.lose(reason, null);
    }
}
