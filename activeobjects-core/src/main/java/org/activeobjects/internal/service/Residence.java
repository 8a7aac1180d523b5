package org.activeobjects.internal.service;

import org.activeobjects.active.EndActive;
import org.activeobjects.active.InitActive;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Mark;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.request.Successor.Departure;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.internal.traits.Traits;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.ref.WeakReference;

/**
 * A body as the place where its object is, or was: who refers to it here, and where requests go
 * when the object has moved.
 *
 * <p><b>Threading:</b> safe; the object moves by the body's own thread.
 */
abstract sealed class Residence extends Activity permits Reception {

    /** Longest text of the reason of an end, in characters. */
    private static final int MAX_REASON = 500;

    private static final Logger LOG = LogManager.getLogger(Residence.class);

    private volatile Successor left;
    private volatile String endedFor;
    private Departure departure;
    private Object anchor;

    Residence(Object target, Traits traits) {
        super(target, traits);
    }

    /** What most bodies never need, or {@code null} while this one has not. */
    abstract BodyExtras madeExtras();

    /** Whether requests are held back before the queue. */
    public final boolean holdsBack() {
        BodyExtras made = madeExtras();
        return made != null && made.held.any();
    }

    /** How many are, with the marks of barriers behind them. */
    public final int heldBack() {
        return holdsBack() ? madeExtras().held.count() : 0;
    }

    /** Serves a request that has left the queue. */
    abstract void serveNow(QueuedRequest request);

    /** Type of its stubs: the class of the object, or what it was made active as. */
    public final Class<?> type() {
        Class<?> own = traits().type();
        return own != null ? own : target().getClass();
    }

    /** What all stubs of this body in this runtime keep: reachable as long as there is one. */
    public final synchronized Object anchor() {
        boolean watched = anchor instanceof WeakReference<?>;
        Object now = watched ? ((WeakReference<?>) anchor).get() : anchor;
        if (now == null) {
            now = new Object();
            anchor = watched ? new WeakReference<>(now) : now;
        }
        return now;
    }

    /** Lets go of the anchor, so that {@link #hasStubs} tells. */
    public final synchronized void watchStubs() {
        if (!(anchor instanceof WeakReference<?>)) {
            anchor = new WeakReference<>(anchor);
        }
    }

    /** Whether there are stubs of this body in this runtime; true as long as nobody watches. */
    public final synchronized boolean hasStubs() {
        return !(anchor instanceof WeakReference<?> watched) || watched.get() != null;
    }

    /**
     * Lets the object move after its service; at once if its activity asks outside of any. With
     * null it stays, whatever was said before.
     */
    public final void departWith(Departure going) {
        departure = going;
        if (isInActivity() && ((LocalBody) this).currentRequest() == null) {
            depart();
        }
    }

    @Override
    final void take(QueuedRequest request) {
        Successor away = successor();
        if (away != null) {
            away.pass(request);
        } else if (request != null) {
            request.begins();
            serveNow(request);
            announce();
        }
    }

    /** Passes on what was taken from the queue before the object moved. */
    final void pass(QueuedRequest request) {
        left.pass(request);
    }

    @Override
    final void depart() {
        Departure going = departure;
        if (going == null) {
            return;
        }
        departure = null;
        if (holdsBack()) {
            LOG.warn("active object holds back requests and stays: body={}", this);
            return;
        }
        Successor away = takesRequests() ? going.leave() : null;
        left = away;
        if (away != null && !takesRequests()) {
            away.end(true);
        }
    }

    @Override
    final void announce() {
        Successor away = left;
        if (away != null && !away.isAnnounced()) {
            away.announce();
            if (gate() != null) {
                gate().move();
            }
        }
    }

    /** Whether the object lives elsewhere, and this body only passes requests on. */
    @Override
    public final boolean hasMoved() {
        return left != null;
    }

    /** Where requests go that come here; null as long as they are queued for the object itself. */
    public final Successor successor() {
        Successor away = left;
        return away != null && away.isAnnounced() ? away : null;
    }

    /** Lets a mark follow what is queued; false if that is queued where the object is. */
    public final boolean mark(Answer answer) {
        if (successor() == null) {
            return false;
        }
        enqueue(new Mark(answer));
        return true;
    }

    /** Ends the active object at once, wherever it is now. */
    public final void endEverywhere() {
        terminate();
        // Whoever leaves after this line finds that it was ended.
        Successor away = left;
        if (away != null) {
            away.end(true);
        }
    }

    /**
     * Ends the active object at once if it lives here, and has its callers told why. One that has
     * moved goes on: what it left behind only passes requests on.
     *
     * @param reason why
     */
    public final void endFor(String reason) {
        if (!hasMoved()) {
            endedFor = reason;
            endEverywhere();
        }
    }

    /** What follows the text of an exception that tells of its end. */
    final String reasonOfEnd() {
        String reason = endedFor;
        return reason == null ? "" : " reason=" + reason;
    }

    /** Lets the activity begin, if there is anything to do before the first request. */
    public final void start() {
        if (keepsThread() || traits().does(InitActive.class, target())) {
            wake();
        }
    }

    /**
     * Whether it has a thread for life or something to do at its end, before its runtime closes.
     */
    public final boolean needsEnd() {
        return keepsThread() || traits().does(EndActive.class, target());
    }

    void requireActive() {
        if (!isActive()) {
            throw new BodyTerminatedException(
                    "no request will come, the active object has ended or moved: body=" + this);
        }
    }

    /**
     * Why its life has ended, or is about to, other than by an order to itself.
     *
     * @return what was thrown, or what became of its node, as a text of at most some hundred
     *     characters; {@code null} if there is nothing to tell
     */
    public final String whyEnded() {
        Throwable why = breakdown();
        String text = why == null ? endedFor : Thrown.textOf(why);
        return text == null ? null : text.substring(0, Math.min(MAX_REASON, text.length()));
    }
}
