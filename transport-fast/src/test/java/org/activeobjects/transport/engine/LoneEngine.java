package org.activeobjects.transport.engine;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.peer.Home.Farewells;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.spi.Doorbell;

import java.util.Map;

/** An engine that reaches nobody: a test attaches the links of its peers. */
final class LoneEngine implements AutoCloseable {

    /** Of runtimes that have nothing but their links: each side knows what it sees. */
    static final Farewells LINKS_ALONE =
            new Farewells() {
                @Override
                public void giveUp(Peer peer, String reason) {}

                @Override
                public void onPeerClosed(Peer peer, String reason) {
                    peer.lose(reason, null);
                }
            };

    private final Doorbell bell;
    private final Progress progress;
    private final Engine engine;

    LoneEngine() {
        this(TransportConfig.defaults());
    }

    LoneEngine(TransportConfig config) {
        this(config, new ParkingDoorbell(), LINKS_ALONE);
    }

    LoneEngine(Doorbell bell) {
        this(TransportConfig.defaults(), bell, LINKS_ALONE);
    }

    LoneEngine(Farewells farewells) {
        this(TransportConfig.defaults(), new ParkingDoorbell(), farewells);
    }

    private LoneEngine(TransportConfig config, Doorbell bell, Farewells farewells) {
        this.bell = bell;
        progress = new Progress("test-progress", bell, 0);
        engine = new Engine(card(1), config, progress, LoneEngine::fail, farewells);
    }

    private static void fail(Peer unreachable) {
        throw new PeerLostException(unreachable.id().toString(), "not in this test", null);
    }

    static RuntimeCard card(long id) {
        return new RuntimeCard(
                new RuntimeId(id, id), "host", "kernel", 9, "127.0.0.1", 5, Map.of());
    }

    Engine engine() {
        return engine;
    }

    Progress progress() {
        return progress;
    }

    @Override
    public void close() {
        engine.closeEndpoints();
        engine.closePeers();
        progress.close();
        bell.close();
    }
}
