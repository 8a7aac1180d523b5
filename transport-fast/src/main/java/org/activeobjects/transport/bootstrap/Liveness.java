package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.posix.ProcessIdentity;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a bootstrap connection is for once a link is open: it ends when the peer ends.
 *
 * <p>The kernel closes it with the process, so a peer that is killed is missed at once. A peer on
 * another host is missed also when it is silent; one on this host may be stopped and go on later,
 * and is missed when its process is gone, as far as its process can be seen from here.
 *
 * <p><b>Threading:</b> the bootstrap's thread, but {@link #onClosed}.
 */
final class Liveness implements Connection.Conversation {

    private static final Logger LOG = LogManager.getLogger(Liveness.class);
    private static final long DRAIN_NS = 1_000_000_000;
    private static final long LOOK_NS = 1_000_000_000;

    private final Connection connection;
    private final Peer peer;
    private final boolean isSameHost;
    private final ProcessIdentity process;
    private final long heartbeatNs;
    private final AtomicBoolean isOver = new AtomicBoolean();
    private volatile String goodbye;
    private long goodbyeNs;
    private long lastSentNs = System.nanoTime();
    private long lastLookNs = lastSentNs;

    /** The body is that of the frame by which the peer has told that its end is open. */
    Liveness(LinkedTransport transport, Connection connection, Peer peer, byte[] body) {
        RuntimeCard card = peer.card();
        this.connection = connection;
        this.peer = peer;
        this.isSameHost = card.hostId().equals(transport.card().hostId());
        this.process = isSameHost ? ProcessIdentity.parse(Frames.text(body)).orElse(null) : null;
        this.heartbeatNs = transport.config().heartbeat().toNanos();
        transport.connected(this);
    }

    private boolean isProcessDead() {
        try {
            return process.isDead();
        } catch (IOException e) {
            LOG.debug("a process cannot be looked at peer={} process={}", peer, process, e);
            return false; // the end of the connection will tell
        }
    }

    boolean isOver() {
        return isOver.get();
    }

    void sayGoodbye(String reason) {
        peer.sayBye();
        connection.send(Frames.GOODBYE, Frames.text(reason));
    }

    void close(String reason) {
        connection.close(reason);
    }

    @Override
    public void onGreeting(byte[] greeting) {
        connection.close("it greets twice");
    }

    @Override
    public void onFrame(int kind, byte[] body) {
        if (kind == Frames.GOODBYE) {
            goodbyeNs = System.nanoTime();
            goodbye = Frames.text(body);
            peer.whenDrained(() -> connection.close(goodbye));
        }
    }

    @Override
    public void onClosed(String reason) {
        if (isOver.compareAndSet(false, true)) {
            peer.lose(goodbye != null ? "it has closed: " + goodbye : reason, null);
        }
    }

    @Override
    public void onTick(long nowNs) {
        if (goodbye != null && nowNs - goodbyeNs > DRAIN_NS) {
            connection.close(goodbye);
        } else if (process != null && nowNs - lastLookNs > LOOK_NS) {
            lastLookNs = nowNs;
            if (isProcessDead()) {
                connection.close("its process is gone");
            }
        }
        if (nowNs - lastSentNs > heartbeatNs / 4) {
            lastSentNs = nowNs;
            connection.send(Frames.ALIVE, new byte[0]);
        }
        if (!isSameHost && nowNs - connection.lastHeardNs() > heartbeatNs) {
            connection.close(
                    "no sign of life: silentForMs="
                            + (nowNs - connection.lastHeardNs()) / 1_000_000
                            + " heartbeatMs="
                            + heartbeatNs / 1_000_000);
        }
    }
}
