package org.activeobjects.internal.lease;

import org.activeobjects.active.UniqueID;

import java.lang.ref.WeakReference;

/**
 * One active object of another runtime, of which this runtime has stubs.
 *
 * <p><b>Threading:</b> safe; the anchor is guarded by the table that this is in.
 */
public final class Held {

    private final UniqueID id;
    private final String card;
    private WeakReference<Object> anchor = new WeakReference<>(null);
    private volatile boolean ended;

    Held(UniqueID id, String card) {
        this.id = id;
        this.card = card;
    }

    UniqueID id() {
        return id;
    }

    String card() {
        return card;
    }

    Object anchor() {
        return anchor.get();
    }

    Object newAnchor() {
        Object made = new Object();
        anchor = new WeakReference<>(made);
        return made;
    }

    void end() {
        ended = true;
    }

    /**
     * Whether its owner has told that it has ended.
     *
     * @return true if every call would be refused
     */
    public boolean hasEnded() {
        return ended;
    }
}
