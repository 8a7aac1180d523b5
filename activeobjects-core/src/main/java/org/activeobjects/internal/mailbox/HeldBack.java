package org.activeobjects.internal.mailbox;

import org.activeobjects.active.UniqueID;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was sent to a body by senders that are held back.
 *
 * <p><b>Threading:</b> safe. No lock is held while something is let in, since that may run the code
 * of an extension, which has locks of its own.
 */
public final class HeldBack {

    /** Stands for everybody; no object has that number. */
    private static final UniqueID ANYBODY = new UniqueID(null, -1);

    private final Map<UniqueID, Sender> senders = new HashMap<>();
    private volatile boolean any;

    /** Nobody is held back. */
    public HeldBack() {}

    /**
     * Whether a sender is held back; where nobody ever is, that is all that a request pays.
     *
     * @return false if whatever comes may be let in
     */
    public boolean any() {
        return any;
    }

    /**
     * Takes what a sender sends, if it is held back.
     *
     * @param id the sender
     * @param letIn lets it in, when its turn has come
     * @return false if the caller has to let it in itself
     */
    public synchronized boolean divert(UniqueID id, Runnable letIn) {
        Sender sender = senders.get(id);
        if (sender == null) {
            return false;
        }
        sender.waiting.addLast(letIn);
        return true;
    }

    /**
     * Takes what anybody sends, if all are held back.
     *
     * @param letIn lets it in, when its turn has come
     * @return false if the caller has to let it in itself
     */
    public boolean divert(Runnable letIn) {
        return divert(ANYBODY, letIn);
    }

    /** Holds back whatever comes from now on. */
    public void holdAll() {
        hold(ANYBODY);
    }

    /** Lets in what {@link #holdAll} has held back. */
    public void releaseHeldAll() {
        release(ANYBODY);
    }

    /**
     * Holds back what a sender sends from now on.
     *
     * @param id the sender
     */
    public synchronized void hold(UniqueID id) {
        senders.computeIfAbsent(id, key -> new Sender()).held = true;
        any = true;
    }

    /**
     * Lets in what was held back of a sender, and holds back no more of it.
     *
     * @param id the sender
     */
    public void release(UniqueID id) {
        Runnable letIn = beginRelease(id);
        while (letIn != null) {
            letIn.run();
            letIn = next(id);
        }
    }

    /** Lets everything in: the body has ended, and all that waits must be told. */
    public void releaseAll() {
        for (UniqueID id : heldNow()) {
            release(id);
        }
    }

    private synchronized List<UniqueID> heldNow() {
        return List.copyOf(senders.keySet());
    }

    private synchronized Runnable beginRelease(UniqueID id) {
        Sender sender = senders.get(id);
        if (sender == null) {
            return null;
        }
        sender.held = false;
        if (sender.releasing) {
            return null; // whoever is at it goes on
        }
        sender.releasing = true;
        return next(id);
    }

    private synchronized Runnable next(UniqueID id) {
        Sender sender = senders.get(id);
        if (sender.held) {
            sender.releasing = false;
            return null;
        }
        Runnable letIn = sender.waiting.pollFirst();
        if (letIn == null) {
            senders.remove(id);
            any = !senders.isEmpty();
        }
        return letIn;
    }

    /** One sender: what waits, in the order of arrival. */
    private static final class Sender {

        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private boolean held;
        private boolean releasing;
    }
}
