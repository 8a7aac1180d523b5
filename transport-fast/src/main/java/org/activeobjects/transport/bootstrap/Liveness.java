package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.peer.Home;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.posix.HostIdentity;
import org.activeobjects.transport.posix.ProcessIdentity;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a bootstrap connection is for once a link is open: it ends when the peer ends.
 *
 * <p>The kernel closes it with the process, so a peer that is killed is missed at once. A peer on
 * another host is missed also when it is silent; one on this host may be stopped and go on later,
 * which is told in the log, and is missed when its process is gone, as far as its process can be
 * seen from here.
 *
 * <p><b>Threading:</b> the bootstrap's thread, but {@link #onClosed}, {@link #tellOpen}, and what
 * says farewell; what came before it took over is heard on the thread that opened the link.
 */
final class Liveness implements Connection.Conversation {

    private static final Logger LOG = LogManager.getLogger(Liveness.class);
    private static final long DRAIN_NS = 1_000_000_000;

    /** Who has ended a link says why at once, or not at all. */
    private static final long LAST_WORD_NS = 400_000_000;

    private static final long LOOK_NS = 1_000_000_000;

    /** In place of a farewell that is kept: the peer knows this end to be open. */
    private static final String TOLD = "";

    private static final String GIVEN_UP = "it has given this runtime up: ";

    private final Connection connection;
    private final Peer peer;
    private final boolean isSameHost;
    private final ProcessIdentity process;
    private final long heartbeatNs;
    private final AtomicReference<String> farewell = new AtomicReference<>(); // kept, or TOLD
    private volatile boolean isOver;
    private volatile InetSocketAddress reachedAt; // null if the peer has connected
    private volatile String goodbye;
    private volatile String linkEnd;
    private volatile boolean isGivenUp;
    private long goodbyeNs;
    private long overdueNs = System.nanoTime() + LAST_WORD_NS;
    private long lastSentNs = System.nanoTime();
    private long lastLookNs = lastSentNs;
    private boolean isSilent;

    /** The body is that of the frame by which the peer has told that its end is open. */
    Liveness(LinkedTransport transport, Connection connection, Peer peer, byte[] body) {
        RuntimeCard card = peer.card();
        this.connection = connection;
        this.peer = peer;
        this.isSameHost = card.hostId().equals(transport.card().hostId());
        this.process = isSameHost ? seenProcess(Frames.text(body)) : null;
        this.heartbeatNs = transport.config().heartbeat().toNanos();
        transport.connected(this);
    }

    /**
     * {@code null} for one that looks dead though it has just spoken: a host may hide the processes
     * of a user from others ({@code hidepid}).
     */
    private ProcessIdentity seenProcess(String text) {
        ProcessIdentity told = ProcessIdentity.parse(text).orElse(null);
        return told == null || isDead(told) ? null : told;
    }

    private boolean isDead(ProcessIdentity process) {
        try {
            return process.isDead();
        } catch (IOException e) {
            LOG.debug("a process cannot be looked at peer={} process={}", peer, process, e);
            return false; // the end of the connection will tell
        }
    }

    /** This side has connected, to whoever listens there. */
    void reachedAt(InetSocketAddress address) {
        reachedAt = address;
    }

    /** Whether it is the peer that listens there: a connection to there stands. */
    boolean isAt(InetSocketAddress address) {
        return address.equals(reachedAt) && goodbye == null && !isOver && peer.isOpen();
    }

    RuntimeCard card() {
        return peer.card();
    }

    boolean isOver() {
        return isOver;
    }

    /** Tells the peer that this end is open. A farewell follows it, whoever says it when. */
    void tellOpen() {
        connection.send(Frames.OPEN, Frames.text(HostIdentity.process()));
        onToldOpen();
    }

    /** The peer knows this end to be open. */
    void onToldOpen() {
        String kept = farewell.getAndSet(TOLD);
        if (kept != null) {
            connection.send(Frames.GOODBYE, Frames.text(kept));
        }
    }

    void sayGoodbye(String reason) {
        peer.sayBye();
        sayFarewell(reason);
    }

    /**
     * A link may be used, and its transport closed, in the moment before the peer is told of it.
     */
    private void sayFarewell(String reason) {
        if (!farewell.compareAndSet(null, reason) && farewell.get().equals(TOLD)) {
            connection.send(Frames.GOODBYE, Frames.text(reason));
        }
    }

    /** The peer is about to be lost: tells it why. */
    private void giveUp(String reason) {
        isGivenUp = true;
        sayFarewell(GIVEN_UP + reason);
    }

    /** The peer has ended the link, and has said why, or will soon. */
    private void onPeerClosed(String reason) {
        linkEnd = reason;
        String said = goodbye;
        if (said != null) {
            connection.close(said);
        } else if (isOver()) {
            peer.lose(reason, null); // it was lost before, or is just being lost
        }
    }

    @Override
    public void onGreeting(byte[] greeting) {
        connection.close("it greets twice");
    }

    @Override
    public void onFrame(int kind, byte[] body) {
        if (kind == Frames.GOODBYE && goodbye == null) {
            String said = Frames.text(body);
            goodbyeNs = System.nanoTime();
            goodbye = said;
            if (linkEnd != null || isGivenUp) {
                connection.close(said);
            } else {
                peer.whenDrained(() -> connection.close(said));
            }
        }
    }

    @Override
    public void onClosed(String reason) {
        try {
            if (!isGivenUp) { // before it is over: the end of the link is no reason of its own then
                peer.lose(goodbye != null ? "it has closed: " + goodbye : reason, null);
            }
        } finally {
            isOver = true; // also without memory for the loss: the end of the link tries again
        }
    }

    /** Whether a link has ended long enough ago for nothing to be expected any more. */
    private boolean isOverdue(long nowNs) {
        if (linkEnd == null && !isGivenUp) {
            overdueNs = nowNs + LAST_WORD_NS;
            return false;
        }
        return nowNs - overdueNs > 0;
    }

    @Override
    public void onTick(long nowNs) {
        if (goodbye != null && nowNs - goodbyeNs > DRAIN_NS) {
            connection.close(goodbye);
        } else if (isOverdue(nowNs)) {
            connection.close(linkEnd != null ? linkEnd : "it was given up");
        } else if (process != null && nowNs - lastLookNs > LOOK_NS) {
            lastLookNs = nowNs;
            if (isDead(process)) {
                connection.close("its process is gone");
            }
        }
        if (nowNs - lastSentNs > heartbeatNs / 4) {
            lastSentNs = nowNs;
            connection.send(Frames.ALIVE, new byte[0]);
        }
        long silentNs = nowNs - connection.lastHeardNs();
        if (silentNs <= heartbeatNs) {
            tellOfReturn();
        } else if (isSameHost) {
            tellOfSilence(silentNs);
        } else {
            endSilence(
                    "no sign of life: silentForMs="
                            + silentNs / 1_000_000
                            + " heartbeatMs="
                            + heartbeatNs / 1_000_000);
        }
    }

    /** Whoever is only stopped, or cut off for a while, learns later why it was given up. */
    private void endSilence(String silence) {
        sayFarewell(
                GIVEN_UP
                        + silence
                        + "; this JVM was stopped or without time, or the network between the two"
                        + " was gone for a while; TransportConfig.withTimeouts allows longer"
                        + " silence");
        connection.close(
                silence
                        + "; its host or the network to it may be gone, or its JVM stopped or"
                        + " without time: look whether that host answers (ping), and at that"
                        + " JVM's log; TransportConfig.withTimeouts allows longer silence");
    }

    /** Once for each silence: whoever waits for the peer learns why here. */
    private void tellOfSilence(long silentNs) {
        if (!isSilent && !isOver()) {
            isSilent = true;
            LOG.warn(
                    "no sign of life, whoever waits for this peer waits on: peer={} silentForMs={}"
                            + " heartbeatMs={}; its JVM may be stopped (kill -CONT lets it go on)"
                            + " or without time: look at its log",
                    peer.card(),
                    silentNs / 1_000_000,
                    heartbeatNs / 1_000_000);
        }
    }

    private void tellOfReturn() {
        if (isSilent) {
            isSilent = false;
            LOG.info("peer gives signs of life again: peer={}", peer.card());
        }
    }

    /**
     * Why links end, told over the bootstrap connections of their peers.
     *
     * <p><b>Threading:</b> safe.
     *
     * @param connected the connections, a live view
     * @param contacts who has connected to whom
     */
    record LastWords(Collection<Liveness> connected, Contacts contacts) implements Home.Farewells {

        @Override
        public void giveUp(Peer peer, String reason) {
            try {
                Liveness liveness = of(peer);
                if (liveness != null) {
                    liveness.giveUp(reason);
                }
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.debug("a peer cannot be told why it is given up peer={}", peer, e);
            }
        }

        @Override
        public void onPeerClosed(Peer peer, String reason) {
            Liveness liveness = of(peer);
            if (liveness == null) {
                peer.lose(reason, null);
            } else {
                liveness.onPeerClosed(reason);
            }
        }

        @Override
        public void forget(Peer peer) {
            contacts.forget(peer.id());
        }

        private Liveness of(Peer peer) {
            for (Liveness one : connected) {
                if (one.peer == peer && !one.isOver()) {
                    return one;
                }
            }
            return null;
        }
    }
}
