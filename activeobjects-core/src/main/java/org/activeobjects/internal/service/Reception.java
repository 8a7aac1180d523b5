package org.activeobjects.internal.service;

import org.activeobjects.active.BlockingRequestQueue;
import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.immediate.ImmediateMethods;
import org.activeobjects.internal.immediate.ImmediateMethods.Mode;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Mark;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.request.Successor.Departure;
import org.activeobjects.internal.service.Serving.Delay;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.StubMethod;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The entrance of a body: what comes is queued, held back, or served at once.
 *
 * <p><b>Threading:</b> safe; requests of one sender come one after the other.
 */
abstract sealed class Reception extends Activity implements BodyHandle permits LocalBody {

    private static final Logger LOG = LogManager.getLogger(Reception.class);

    private volatile BodyExtras extras;
    private volatile ImmediateMethods immediate;
    private volatile Successor left;
    private Departure departure;
    private Object anchor;

    Reception(Object target, Traits traits) {
        super(target, traits);
        ImmediateMethods declared = ImmediateMethods.declaredBy(target.getClass());
        this.immediate = declared.isEmpty() ? null : declared;
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
     * Takes a request, unless its sender is held back.
     *
     * @param request the request
     * @throws BodyTerminatedRequestException if the active object has ended or been told to
     */
    public final void receive(QueuedRequest request) {
        if (!takesRequests()) {
            throw deadTo(request.label());
        }
        if (immediate != null && left == null && servesAtOnce(request)) {
            return;
        }
        BodyExtras now = extras;
        if (now != null
                && now.held.any()
                && now.held.divert(request.getSourceBodyID(), () -> letIn(request))) {
            return;
        }
        letIn(request);
    }

    private void letIn(QueuedRequest request) {
        BodyExtras now = extras;
        if (now == null || !now.held.any() || !now.held.divert(() -> enqueue(request))) {
            enqueue(request);
        }
    }

    @Override
    public final void blockCommunication() {
        extras().held.holdAll();
    }

    @Override
    public final void acceptCommunication() {
        extras().held.releaseHeldAll();
    }

    private boolean servesAtOnce(QueuedRequest request) {
        Mode mode;
        try {
            mode = request.isTermination() ? Mode.QUEUED : modeOf(request.method());
        } catch (ActiveObjectException e) {
            return false; // whoever serves it says so
        }
        if (mode == Mode.QUEUED) {
            return false;
        }
        if (request.answer() != null) {
            // The body's own thread may wait for it: that alone is no deadlock.
            request.answer().handedOn(Answer.ELSEWHERE);
        }
        extras().beside.serveSoon(request, mode);
        return true;
    }

    private Mode modeOf(StubMethod method) {
        ImmediateMethods now = immediate;
        return now == null ? Mode.QUEUED : now.modeOf(method);
    }

    /** Whether requests for a method are served on another thread than the body's own. */
    public final boolean servesBeside(StubMethod method) {
        return modeOf(method) != Mode.QUEUED;
    }

    @Override
    public final void setImmediateService(String method, Class<?>[] types, boolean uniqueThread) {
        requireMethod(method, types);
        synchronized (this) {
            ImmediateMethods now = immediate;
            immediate =
                    (now == null ? ImmediateMethods.NONE : now).with(method, types, uniqueThread);
        }
    }

    @Override
    public final void removeImmediateService(String method, Class<?>[] types) {
        requireMethod(method, types);
        synchronized (this) {
            ImmediateMethods now = immediate;
            immediate = now == null ? null : now.without(method, types);
        }
    }

    private void requireMethod(String method, Class<?>[] types) {
        if (!checkMethod(method, types)) {
            throw new IllegalArgumentException(
                    "active object has no such method: class="
                            + target().getClass().getName()
                            + " method="
                            + method
                            + " types="
                            + (types == null ? "any" : Arrays.toString(types)));
        }
    }

    /**
     * Runs code for a sender now, or in its turn if the sender is held back.
     *
     * @param sender id of the sender
     * @param code what to run; must not block
     */
    public final void receive(UniqueID sender, Runnable code) {
        BodyExtras now = extras;
        if (now == null || !now.held.any() || !now.held.divert(sender, code)) {
            code.run();
        }
    }

    private BodyTerminatedRequestException deadTo(String method) {
        return new BodyTerminatedRequestException(
                "active object has been terminated: body=" + getName() + " method=" + method,
                breakdown());
    }

    @Override
    public final boolean checkMethod(String methodName) {
        return checkMethod(methodName, null);
    }

    @Override
    public final boolean checkMethod(String methodName, Class<?>[] types) {
        return MethodTable.of(target().getClass()).methods().stream()
                .filter(method -> method.name().equals(methodName))
                .anyMatch(method -> types == null || Arrays.equals(method.parameterTypes(), types));
    }

    @Override
    public final <S> S state(Class<S> key) {
        BodyExtras now = extras;
        return now == null ? null : key.cast(now.states.get(key));
    }

    @Override
    public final <S> S state(Class<S> key, Supplier<S> maker) {
        return key.cast(extras().states.computeIfAbsent(key, absent -> maker.get()));
    }

    @Override
    public final void hold(UniqueID sender) {
        extras().held.hold(sender);
    }

    @Override
    public final void release(UniqueID sender) {
        extras().held.release(sender);
    }

    @Override
    public final boolean isIdle() {
        BodyExtras now = extras;
        return super.isIdle() && (now == null || !now.held.any() && !now.beside.isBusy());
    }

    @Override
    public final boolean isBusy() {
        BodyExtras now = extras;
        return super.isBusy() || now != null && now.beside.isBusy();
    }

    /** Type of its stubs: the class of the object, or what it was made active as. */
    public final Class<?> type() {
        Class<?> own = traits().type();
        return own != null ? own : target().getClass();
    }

    @Override
    public final BlockingRequestQueue getRequestQueue() {
        return extras().queue;
    }

    /** The calling thread, which serves beside the body's own, waits, or with null goes on. */
    final void tellBeside(Wait begun) {
        Serving serving = servingOfThisThread();
        if (serving != null) {
            serving.waits(begun);
        }
    }

    /** Lets the object move after its service; at once if its activity asks outside of any. */
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
        } else {
            serve(request);
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
        BodyExtras now = extras;
        if (now != null && now.held.any()) {
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

    /** Whether it has something that does not travel, such as an endpoint of exchanges. */
    public final boolean isTiedToItsPlace() {
        BodyExtras now = extras;
        return now != null
                && now.states.values().stream().anyMatch(AutoCloseable.class::isInstance);
    }

    /** What other threads than the body's own serve now. */
    final Collection<Serving> servingsBeside() {
        BodyExtras now = extras;
        return now == null ? List.of() : now.beside.now();
    }

    /** Whether a thread beside the body's own waits. */
    final boolean isWaitingBeside() {
        BodyExtras now = extras;
        return now != null && now.beside.isWaiting();
    }

    /** Why a request is not answered that is served or queued beside; null if not known. */
    final Delay delayBeside(Predicate<QueuedRequest> isAsked) {
        BodyExtras now = extras;
        return now == null ? null : now.delayOf(isAsked);
    }

    /** What the calling thread serves beside the body's own; null if that is nothing. */
    final Serving servingOfThisThread() {
        BodyExtras now = extras;
        return now == null ? null : now.beside.ofThisThread();
    }

    /** Serves a request on the calling thread, which is not the body's own. */
    final void serveBeside(QueuedRequest request, Consumer<Boolean> onWait) {
        extras().beside.serve(request, onWait);
    }

    /** The life of the body is over. */
    final void closeExtras() {
        BodyExtras now = extras;
        if (now != null) {
            now.beside.close();
            now.held.releaseAll();
            now.closeStates();
        }
    }

    final BodyExtras extras() {
        BodyExtras now = extras;
        if (now == null) {
            synchronized (this) {
                now = extras;
                if (now == null) {
                    now = new BodyExtras((LocalBody) this);
                    extras = now;
                }
            }
        }
        return now;
    }
}
