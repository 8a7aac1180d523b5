package org.activeobjects.api;

import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.wrapper.IntWrapper;

/** An active object that calls its neighbour and may wait for it. */
public class Neighbour {

    private Neighbour next;

    public Neighbour() {}

    public void knows(Neighbour neighbour) {
        next = neighbour;
    }

    /** Asks round the circle and waits; the last one asks the first. */
    public IntWrapper ask(int hops) {
        if (hops == 0) {
            return new IntWrapper(1);
        }
        return new IntWrapper(next.ask(hops - 1).getIntValue() + 1);
    }

    /** Hands the answer of the neighbour on without waiting for it. */
    public IntWrapper relay(int hops) {
        return hops == 0 ? new IntWrapper(1) : next.relay(hops - 1);
    }

    /** Waits for what the neighbour only relays. */
    public IntWrapper askRelayed(int hops) {
        return new IntWrapper(next.relay(hops).getIntValue());
    }

    /** Hands on what the neighbour has to wait for. */
    public IntWrapper relayAsk(int hops) {
        return next.ask(hops);
    }

    public IntWrapper askRelayAsk(int hops) {
        return new IntWrapper(next.relayAsk(hops).getIntValue());
    }

    /** Asks itself through its own stub. */
    public IntWrapper askMyself() {
        Neighbour me = (Neighbour) PAActiveObject.getStubOnThis();
        return new IntWrapper(me.ask(0).getIntValue());
    }

    /** Gives up the wait for itself by itself. */
    public IntWrapper askMyselfBriefly() {
        Neighbour me = (Neighbour) PAActiveObject.getStubOnThis();
        IntWrapper answer = me.ask(0);
        try {
            PAFuture.waitFor(answer, 700);
        } catch (ProActiveTimeoutException e) {
            return new IntWrapper(-1);
        }
        return new IntWrapper(answer.getIntValue());
    }
}
