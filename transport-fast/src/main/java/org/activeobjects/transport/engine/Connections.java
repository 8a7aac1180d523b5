package org.activeobjects.transport.engine;

import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.peer.Peer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Connects peers when they are first used: on the thread that uses them, or, for a handler, which
 * must not wait, on one of its own.
 *
 * <p>What a handler sends meanwhile is queued with the peer. If that cannot be connected, nobody is
 * there to be told so: the peer is lost, with all that was begun.
 *
 * <p><b>Threading:</b> safe.
 */
final class Connections {

    private static final Logger LOG = LogManager.getLogger(Connections.class);

    private final Consumer<Peer> connector;
    private final ThreadFactory threads;
    private final Set<Peer> begun = ConcurrentHashMap.newKeySet();

    Connections(Consumer<Peer> connector) {
        this(connector, Thread.ofPlatform().daemon().factory());
    }

    Connections(Consumer<Peer> connector, ThreadFactory threads) {
        this.connector = connector;
        this.threads = threads;
    }

    /** Opens a link to a peer, or waits until somebody else has done so; throws if none can be. */
    void open(Peer peer) {
        connector.accept(peer);
    }

    /** Has a link opened to a peer; does nothing while that is under way. */
    void begin(Peer peer) {
        if (begun.add(peer)) {
            boolean isUnderWay = false;
            try {
                Thread thread = threads.newThread(() -> openOrLose(peer));
                thread.setName("ao-connecting-" + peer.id());
                thread.start();
                isUnderWay = true;
            } finally {
                if (!isUnderWay) { // no thread can be had: the next one who asks tries again
                    begun.remove(peer);
                }
            }
        }
    }

    private void openOrLose(Peer peer) {
        try {
            open(peer);
        } catch (TransportClosedException closing) {
            LOG.debug("not connected, for this runtime closes peer={}", peer);
        } catch (TransportException e) {
            FaultLog.warn(
                    LOG,
                    "a handler's peer cannot be connected peer={} reason={}",
                    peer,
                    e.getMessage());
            peer.lose(e.getMessage(), null);
        } catch (RuntimeException | Error e) {
            peer.lose("connecting failed: " + e, e);
        } finally {
            begun.remove(peer);
        }
    }
}
