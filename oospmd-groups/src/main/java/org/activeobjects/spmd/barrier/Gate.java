package org.activeobjects.spmd.barrier;

import org.activeobjects.active.UniqueID;

import java.util.List;

/** What a barrier can do to the queue of the body it belongs to. */
public interface Gate {

    /**
     * Holds back what a sender sends from now on.
     *
     * @param sender id of the sender
     */
    void hold(UniqueID sender);

    /**
     * Lets in, in the order of arrival, what was held back of some senders.
     *
     * @param senders ids of the senders
     */
    void release(List<UniqueID> senders);

    /**
     * Runs code now, or, if a sender is held back, behind what was held back of it before.
     *
     * @param sender id of the sender
     * @param code what to run
     */
    void inTurn(UniqueID sender, Runnable code);
}
