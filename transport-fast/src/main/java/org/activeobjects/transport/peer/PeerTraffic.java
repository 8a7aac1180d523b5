package org.activeobjects.transport.peer;

import org.activeobjects.transport.progress.Traffic;
import org.activeobjects.transport.spi.Link;

/**
 * The part of one peer in each round: what its link has, and what waits to be sent to it.
 *
 * <p><b>Threading:</b> as {@link Traffic} says.
 */
final class PeerTraffic implements Traffic {

    private static final int DRAIN_ROUNDS = 100_000;
    private static final int FRAMES_PER_ROUND = 64;

    private final Peer peer;
    private final PeerInput input;
    private final PeerOutput output;
    private final Receives receives;
    private volatile Link polled;

    PeerTraffic(Peer peer) {
        this.peer = peer;
        this.input = peer.input();
        this.output = peer.output();
        this.receives = peer.receives();
    }

    /** Takes part in the rounds, and polls a link, unless that calls by itself. */
    void attach(Link link) {
        if (link.isPolled()) {
            polled = link;
        }
        peer.home().progress().add(this);
    }

    /** Takes no part any more. */
    void detach() {
        polled = null;
        peer.home().progress().remove(this);
    }

    /** Takes what the link still holds. */
    void drain() {
        Link link = polled;
        boolean more = link != null;
        for (int round = 0; round < DRAIN_ROUNDS && more; round++) {
            more = link.hasInput();
            more |= link.poll(FRAMES_PER_ROUND) > 0;
        }
    }

    @Override
    public int receive(int limit) {
        input.giveUpIfBroken();
        Link link = polled;
        int taken = link == null ? 0 : link.poll(limit);
        return taken + input.messages().resume(limit);
    }

    @Override
    public int send() {
        return output.pump() + receives.advance();
    }

    @Override
    public boolean hasInput() {
        Link link = polled;
        return link != null && link.hasInput()
                || input.messages().canResume()
                || receives.needsSteps();
    }

    @Override
    public void watch() {
        Link link = polled;
        if (link != null) {
            link.watch();
        }
    }

    @Override
    public boolean isPushed() {
        return polled == null;
    }

    @Override
    public boolean suitsAnyThread() {
        Link link = polled;
        return link != null && link.bearsInterrupts();
    }

    @Override
    public boolean gathers() {
        Link link = polled;
        return link != null && link.gathers();
    }

    @Override
    public boolean hasOutput() {
        return output.hasQueued() || receives.isAnyRead();
    }

    @Override
    public boolean expectsData() {
        return !peer.announced().isEmpty() || receives.expectFrames() || input.expectsData();
    }

    @Override
    public String toString() {
        return peer.toString();
    }
}
