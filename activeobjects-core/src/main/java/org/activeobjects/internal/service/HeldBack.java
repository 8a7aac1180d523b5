package org.activeobjects.internal.service;

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
final class HeldBack {

    /** Stands for everybody; no object has that number. */
    private static final UniqueID ANYBODY = new UniqueID(null, -1);

    private final Map<UniqueID, Sender> senders = new HashMap<>();
    private volatile boolean any;

    /** Whether a sender is held back; where nobody ever is, that is all that a request pays. */
    boolean any() {
        return any;
    }

    /** Takes what a sender sends, if it is held back; else the caller lets it in itself. */
    synchronized boolean divert(UniqueID id, Runnable letIn) {
        Sender sender = senders.get(id);
        if (sender == null) {
            return false;
        }
        sender.waiting.addLast(letIn);
        return true;
    }

    /** Takes what anybody sends, if all are held back. */
    boolean divert(Runnable letIn) {
        return divert(ANYBODY, letIn);
    }

    void holdAll() {
        hold(ANYBODY);
    }

    void releaseHeldAll() {
        release(ANYBODY);
    }

    synchronized void hold(UniqueID id) {
        senders.computeIfAbsent(id, key -> new Sender()).held = true;
        any = true;
    }

    void release(UniqueID id) {
        Runnable letIn = beginRelease(id);
        while (letIn != null) {
            letIn.run();
            letIn = next(id);
        }
    }

    /** Lets everything in: the body has ended, and all that waits must be told. */
    void releaseAll() {
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
