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

    private final Doorbell bell;
    private final Progress progress;
    private final Engine engine;

    LoneEngine() {
        this(TransportConfig.defaults());
    }

    LoneEngine(TransportConfig config) {
        this(config, new ParkingDoorbell(), Farewells.NONE);
    }

    LoneEngine(Doorbell bell) {
        this(TransportConfig.defaults(), bell, Farewells.NONE);
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
