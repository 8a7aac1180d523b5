package org.activeobjects.internal.service;

import org.activeobjects.active.BlockingRequestQueue;
import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.immediate.ImmediateMethods;
import org.activeobjects.internal.immediate.ImmediateMethods.Mode;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.service.Serving.Delay;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.StubMethod;

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
abstract sealed class Reception extends Residence implements BodyHandle permits LocalBody {

    private volatile BodyExtras extras;
    private volatile ImmediateMethods immediate;

    Reception(Object target, Traits traits) {
        super(target, traits);
        ImmediateMethods declared = ImmediateMethods.declaredBy(target.getClass());
        this.immediate = declared.isEmpty() ? null : declared;
    }

    /**
     * Takes a request, unless its sender is held back; an order to end also if it comes too late.
     *
     * @param request the request
     * @throws BodyTerminatedRequestException if the active object has ended or been told to
     */
    public final void receive(QueuedRequest request) {
        if (!takesRequests()) {
            if (request.isTermination()) {
                return; // it has been told before
            }
            throw deadTo(request.label());
        }
        BodyExtras now = extras;
        if (immediate != null && !hasMoved() && servesAtOnce(request)) {
            if (now != null && now.gate != null) {
                now.gate.passed(request.creditor());
            }
            return;
        }
        if (now != null && now.gate != null) {
            now.gate.arrived(request.creditor());
        }
        queue(now, request);
    }

    /**
     * Takes a request for which there is room, as the {@link #gateFor gate} has said.
     *
     * @param request the request
     * @throws BodyTerminatedRequestException if the active object has ended or been told to
     */
    public final void receiveInRoom(QueuedRequest request) {
        try {
            if (!takesRequests()) {
                throw deadTo(request.label());
            }
            queue(extras, request);
        } catch (RuntimeException | Error e) { // whatever it is, it does not take the room
            gate().left();
            throw e;
        }
    }

    private void queue(BodyExtras now, QueuedRequest request) {
        if (now == null
                || !now.held.any()
                || !now.held.divert(request.getSourceBodyID(), () -> letIn(request))) {
            letIn(request);
        }
    }

    @Override
    public final Gate gate() {
        BodyExtras now = extras;
        return now == null ? null : now.gate;
    }

    /**
     * Where a caller of this runtime has to wait for room.
     *
     * @param method what is called
     * @param sender body that calls, {@code null} for a thread of none
     * @return {@code null} if it need not
     */
    public final Gate gateFor(StubMethod method, LocalBody sender) {
        Gate gate = gate();
        return gate == null || sender == this || !hasMoved() && servesBeside(method) ? null : gate;
    }

    @Override
    final BodyExtras madeExtras() {
        return extras;
    }

    @Override
    public final void terminate() {
        super.terminate();
        closeGate();
    }

    /** Its runtime is closed: nobody waits for room any more, nor for what is in the queue. */
    public final void endWithRuntime() {
        closeGate();
        if (isBusy() || holdsBack()) {
            terminate();
        }
    }

    private void closeGate() {
        Gate gate = gate();
        if (gate != null) {
            gate.close();
        }
    }

    private void letIn(QueuedRequest request) {
        if (!holdsBack() || !extras.held.divert(() -> enqueue(request))) {
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

    /**
     * Whether requests for a method are served on another thread than the body's own.
     *
     * @param signature its {@link ImmediateMethods#signature}, of whatever origin
     * @return false if it is not known, or waits for its turn
     */
    public final boolean servesBeside(String signature) {
        return immediate != null
                && MethodTable.of(target().getClass()).methods().stream()
                        .filter(method -> ImmediateMethods.signature(method).equals(signature))
                        .anyMatch(this::servesBeside);
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

    /**
     * What was said of immediate services at run time.
     *
     * @return {@code null} if it is what the class says
     */
    public final ImmediateMethods immediateServices() {
        ImmediateMethods now = immediate;
        return now == ImmediateMethods.declaredBy(target().getClass()) ? null : now;
    }

    /**
     * Takes over what was said of immediate services elsewhere; before it begins.
     *
     * @param said what {@link #immediateServices} gave, {@code null} for nothing
     */
    public final void immediateServices(ImmediateMethods said) {
        if (said != null) {
            immediate = said;
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

    @Override
    public final Expected expect(List<String> methods, Consumer<List<String>> onGivenUp) {
        return extras().queue.expect(methods, onGivenUp);
    }

    @Override
    public final void inTurn(UniqueID sender, Runnable code) {
        if (!holdsBack() || !extras.held.divert(sender, code)) {
            code.run();
        }
    }

    private BodyTerminatedRequestException deadTo(String method) {
        String call = "body=" + getName() + " method=" + method + reasonOfEnd();
        return new BodyTerminatedRequestException(
                "active object has been terminated: " + call + "; create another", breakdown());
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
        BodyExtras own = extras();
        S state = key.cast(own.states.computeIfAbsent(key, absent -> maker.get()));
        if (state instanceof AutoCloseable) {
            LocalBody body = (LocalBody) this;
            body.host().export(body); // so that it is closed, too, where nobody ends the body
        }
        if (!isAlive()) {
            own.close(state); // the end may have looked through them before
        }
        return state;
    }

    @Override
    public final void hold(UniqueID sender) {
        extras().held.hold(sender);
    }

    @Override
    public final void release(List<UniqueID> senders) {
        extras().held.release(senders);
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

    /** A request has failed. */
    final void tellFailure(QueuedRequest request, Throwable failure) {
        BodyExtras now = extras;
        if (now != null) {
            now.tellFailure(request.label(), failure);
        }
    }

    /** The life of the body is over. */
    final void closeExtras() {
        BodyExtras now = extras;
        if (now != null) {
            now.queue.close();
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
