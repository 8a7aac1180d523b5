package org.activeobjects.transport.engine;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;

import java.util.Map;

/** An engine that reaches nobody: a test attaches the links of its peers. */
final class LoneEngine implements AutoCloseable {

    private final ParkingDoorbell bell = new ParkingDoorbell();
    private final Progress progress = new Progress("test-progress", bell, 0);
    private final Engine engine =
            new Engine(card(1), TransportConfig.defaults(), progress, LoneEngine::fail);

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
