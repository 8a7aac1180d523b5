package org.activeobjects.internal.lease;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.service.LocalBody;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;

/**
 * One active object of another runtime, of which this runtime has stubs, and the way to it, which
 * all of them share.
 *
 * <p>The way changes when the object has moved. While it changes nobody sends anything: whoever is
 * about to waits until what this runtime has sent before has arrived. Whoever finds, after he has
 * sent something, that the way is another one than it was, does not know whether that still went
 * ahead of the mark, and has to send a mark of his own.
 *
 * <p><b>Threading:</b> safe; the anchor is guarded by the table that this is in.
 */
public final class Held {

    private static final long NOBODY = 0;
    private static final long SEVERAL = -1;
    private static final VarHandle CALLER;

    static {
        try {
            CALLER = MethodHandles.lookup().findVarHandle(Held.class, "caller", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final UniqueID id;
    private volatile Way way;

    /** Number of the body that has called it from here; several, if others have, too. */
    private long caller;

    private Reference next;
    private WeakReference<Anchor> anchor = new WeakReference<>(null);
    private volatile boolean ended;
    private volatile boolean lost;
    private volatile String whyEnded;

    /**
     * The way to an active object, in no table.
     *
     * @param id what it is
     * @param place where it is
     * @param card card of the runtime of that place, empty if it is known
     * @param near the body, if that is in this runtime; else {@code null}
     */
    public Held(UniqueID id, Place place, String card, LocalBody near) {
        this.id = id;
        this.way = new Way(place, card, near, null);
    }

    /**
     * A way to an active object.
     *
     * @param place where it leads
     * @param card card of the runtime of that place, empty if it is known
     * @param near the body, if that is in this runtime; else {@code null}
     * @param change completed when another way has taken the place of this one; {@code null} as
     *     long as it is used
     */
    public record Way(Place place, String card, LocalBody near, CompletableFuture<Void> change) {}

    /** What stubs keep. */
    static final class Anchor {

        /** What the stubs of an object keep that has come here; read by the collector alone. */
        @SuppressWarnings("unused")
        private volatile Object near;
    }

    /**
     * What it is.
     *
     * @return its id
     */
    public UniqueID id() {
        return id;
    }

    /**
     * The way to it now, which may be about to change.
     *
     * @return another object whenever it has changed
     */
    public Way way() {
        return way;
    }

    /**
     * Whether it is reached on another way than before, or is about to be.
     *
     * @param before a way that was used
     * @return true from the beginning of the next change on
     */
    @SuppressWarnings("ReferenceEquality") // each change makes a new one, also to the same place
    public boolean hasLeft(Way before) {
        return way != before;
    }

    /**
     * The way to it, once that does not change.
     *
     * @return a way that can be used
     */
    public Way settledWay() {
        Way now = way;
        while (now.change() != null) {
            now.change().join();
            now = way;
        }
        return now;
    }

    /**
     * Begins to change the way.
     *
     * @param to where the object is said to be
     * @return the way until now; {@code null} if nothing is to be done, because the way leads there
     *     or further, or changes already
     */
    public synchronized Way beginChange(Reference to) {
        Way now = way;
        if (to.place().moves() <= now.place().moves()) {
            return null;
        }
        if (now.change() != null) {
            if (next == null || next.place().moves() < to.place().moves()) {
                next = to;
            }
            return null;
        }
        way = new Way(now.place(), now.card(), now.near(), new CompletableFuture<>());
        return now;
    }

    /** Ends a change; gives what came up meanwhile, or null. */
    synchronized Reference endChange(Place place, String card, LocalBody near) {
        CompletableFuture<Void> change = way.change();
        way = new Way(place, card, near, null);
        Anchor present = anchor.get();
        if (present != null) {
            present.near = near == null ? null : near.anchor();
        }
        lost = false;
        Reference later = next;
        next = null;
        change.complete(null);
        return later;
    }

    Object anchor() {
        return anchor.get();
    }

    synchronized Object newAnchor() {
        Anchor made = new Anchor();
        LocalBody near = way.near();
        made.near = near == null ? null : near.anchor();
        anchor = new WeakReference<>(made);
        return made;
    }

    /**
     * Remembers who calls, for when that moves. A thread finds what it has said itself.
     *
     * @param body number of a body of this runtime
     */
    public void calledBy(long body) {
        long known = caller;
        if (known != body && known != SEVERAL) {
            remember(body);
        }
    }

    private void remember(long body) {
        long known;
        do {
            known = (long) CALLER.getVolatile(this);
        } while (known != body
                && known != SEVERAL
                && !CALLER.compareAndSet(this, known, known == NOBODY ? body : SEVERAL));
    }

    /** Whether a body may have called it; asked by the thread that would have. */
    boolean mayHaveBeenCalledBy(long body) {
        long known = caller;
        return known == body || known == SEVERAL;
    }

    void end() {
        ended = true;
    }

    /** The runtime of its place is lost; and it, too, unless it is about to be found elsewhere. */
    synchronized void lose() {
        lost = way.change() == null;
    }

    void endedFor(String why) {
        whyEnded = why;
    }

    /**
     * Why it has ended, as far as its owner has told.
     *
     * @return text that follows another one; empty unless it ended by itself
     */
    public String whyEnded() {
        String why = whyEnded;
        return why == null ? "" : " reason=" + why;
    }

    /**
     * Whether its owner has told that it has ended.
     *
     * @return true if every call would be refused
     */
    public boolean hasEnded() {
        return ended;
    }

    /**
     * Whether its owner has told that it has ended, or is lost.
     *
     * @return true if no call would be served
     */
    public boolean isGone() {
        return ended || lost;
    }
}
