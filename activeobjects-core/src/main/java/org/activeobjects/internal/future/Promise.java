package org.activeobjects.internal.future;

import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Callee;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.StubMethod;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;

/**
 * The result of one call, which may not have arrived yet, and the handler of the stub that stands
 * in for it.
 *
 * <p><b>Threading:</b> safe. Completed once; what comes later is ignored.
 *
 * <p><b>Source:</b> wait-by-necessity and transparent futures of ProActive. One field holds the
 * whole state: nothing, a stack of waiters, or what the call came to.
 */
public class Promise implements CallHandler, Answer {

    private static final VarHandle STATE;
    private static final Object NULL = new Object();

    /** About 20 µs: a reply that is nearly here is not worth the wake-up of a thread. */
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 700 : 0;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Promise.class, "state", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Object called;
    private final Object callee;
    private volatile Object state;
    private volatile Object handedOnTo;

    /**
     * For one call.
     *
     * @param method what was called
     * @param callee whose text names the active object that was called
     */
    public Promise(StubMethod method, Object callee) {
        this.called = method;
        this.callee = callee;
    }

    /**
     * For what is no call, or one that was made elsewhere.
     *
     * @param resultType type of the stub
     * @param source whose text says what gives the result
     */
    public Promise(Class<?> resultType, Object source) {
        this.called = resultType;
        this.callee = source;
    }

    /**
     * The promise behind a future.
     *
     * @param object any object
     * @return its promise, or {@code null} if it is no future
     */
    public static Promise of(Object object) {
        return StubFactory.handlerOf(object) instanceof Promise promise ? promise : null;
    }

    /**
     * The stub that stands in for the result.
     *
     * @return a new stub of the result type
     */
    public final Object stub() {
        return StubFactory.create(resultType(), this);
    }

    /**
     * Type of the stub that stands in for the result.
     *
     * @return class or interface
     */
    public Class<?> resultType() {
        return called instanceof StubMethod method ? method.returnType() : (Class<?>) called;
    }

    @Override
    public void value(Object value) {
        complete(value == null ? NULL : value);
    }

    @Override
    public void failure(Throwable failure) {
        complete(new Failure(failure));
    }

    @Override
    public void handedOn(Object to) {
        handedOnTo = to;
        // Whoever begins to wait from now on sees it.
        if (to instanceof Promise && state instanceof Waiter waiter) {
            Waiter.tellOfChange(waiter);
        }
    }

    /**
     * On what the answer depends since the method has returned.
     *
     * @return a promise, {@link Answer#ELSEWHERE}, or {@code null} if the method has not returned
     */
    public final Object handedOnTo() {
        return handedOnTo;
    }

    /**
     * Whom the result is expected of.
     *
     * @return the way to an active object, another promise, or only a text
     */
    public final Object callee() {
        return callee;
    }

    /**
     * Completes with an answer to be decoded by whoever needs it first.
     *
     * @param answer the answer
     */
    public final void undecoded(Undecoded answer) {
        complete(answer.isFailure() ? new Failure(answer) : answer);
    }

    /** {@return whether the result is here, so that no wait is needed} */
    public final boolean isDone() {
        return isOutcome(state);
    }

    private static boolean isOutcome(Object state) {
        return state != null && !(state instanceof Waiter);
    }

    /** {@return whether threads wait, or code, to be told of the result} */
    public final boolean isAwaited() {
        return state instanceof Waiter top && Waiter.firstLive(top) != null;
    }

    /**
     * Waits for the result, without decoding it and without throwing what the method threw.
     *
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @throws org.activeobjects.error.ProActiveTimeoutException if it did not come in time; it may
     *     still come
     * @throws org.activeobjects.error.ActiveObjectException if the thread is interrupted, whose
     *     flag stays set
     */
    public final void await(long timeoutMs) {
        if (!isDone() && !spin()) {
            WaitingBody body = timeoutMs == 0 ? WaitingBody.current() : null;
            Wait wait = body == null ? null : new Wait(this, body);
            Waiter waiter = new Waiter(Thread.currentThread(), null, wait);
            if (push(waiter)) {
                waiter.await(this, timeoutMs);
            }
        }
    }

    /**
     * Waits for the result and gives it.
     *
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return what the method returned
     * @throws Throwable what the method threw, and what {@link #await} throws
     */
    public final Object get(long timeoutMs) throws Throwable {
        await(timeoutMs);
        Object result = decoded();
        if (result instanceof Failure failure) {
            throw failure.asThrown(this);
        }
        return result == NULL ? null : result;
    }

    /**
     * Runs code when the result is here, at once if it is.
     *
     * @param code runs on the thread that completes: must not block
     */
    public final void whenDone(Runnable code) {
        var _ = notify(code);
    }

    /** As {@link #whenDone}; returns what is cancelled if the code need not run any more. */
    final Waiter notify(Runnable code) {
        Waiter waiter = new Waiter(null, code, null);
        if (isDone() || !push(waiter)) {
            code.run();
            return null;
        }
        return waiter;
    }

    /**
     * The result as a {@code CompletableFuture}, complete if the result is here. The dependents of
     * one that is not run on threads of their own.
     *
     * @return a new future
     */
    public final CompletableFuture<Object> toCompletableFuture() {
        CompletableFuture<Object> future = new Futures.Completable<>(this);
        Runnable transfer = () -> transfer(future); // at once while nobody depends on it
        whenDone(isDone() ? transfer : () -> Soon.run(toString(), transfer));
        return future;
    }

    private void transfer(CompletableFuture<Object> future) {
        if (decoded() instanceof Failure failure) {
            future.completeExceptionally(failure.cause());
        } else {
            future.complete(valueIfAny());
        }
    }

    /**
     * Passes the result on, when it is here, to the caller of a method that returned this future.
     *
     * @param answer who is to get it; on a thread of its own
     */
    public final void forwardTo(Answer answer) {
        whenDone(() -> Soon.run(toString(), () -> Futures.tellInTheEnd(this, answer)));
    }

    /**
     * What the method returned.
     *
     * @return the value; {@code null} if it is {@code null}, not here, or the method threw
     */
    final Object valueIfAny() {
        Object result = isDone() ? decoded() : null;
        return result == NULL || result instanceof Failure ? null : result;
    }

    /** {@return whether the result is here and no exception; nobody knows of one by that} */
    public final boolean hasSucceeded() {
        return isDone() && !(decoded() instanceof Failure);
    }

    /** {@return whether the result is here and is an exception, so that using it would throw} */
    public final boolean hasFailed() {
        if (isDone() && decoded() instanceof Failure failure) {
            failure.seen();
            return true;
        }
        return false;
    }

    /**
     * Gives the result, which must be here, to somebody.
     *
     * @param answer who gets it, on this thread
     */
    public final void tell(Answer answer) {
        if (decoded() instanceof Failure failure) {
            answer.failure(failure.cause());
        } else {
            answer.value(valueIfAny());
        }
    }

    /**
     * Keeps another promise with what this one, which must be done, has come to: undecoded if it
     * is, and then this one is not to be used any more.
     *
     * @param other who gets the result, on this thread
     * @return whether that is a failure
     */
    public final boolean passTo(Promise other) {
        Object outcome = state;
        other.complete(outcome);
        return outcome instanceof Failure;
    }

    @Override
    public final Object call(StubMethod use, Object[] arguments) throws Throwable {
        if (arguments.length == 0 && use.name().equals("toString")) {
            Object result = isDone() ? decoded() : null;
            if (result == null || result == NULL) {
                return result == null ? toString() : "null"; // as any other null is printed
            } else if (result instanceof Failure failure) {
                return "failed " + this + ": " + Thrown.textOf(failure.cause());
            }
        }
        Object value = get(0);
        if (value == null) {
            throw new NullPointerException(
                    "the result is null: result of=" + this + " called=" + use);
        }
        if (arguments.length == 1 && use.name().equals("equals")) {
            Promise other = of(arguments[0]);
            if (other != null) {
                return value.equals(other.get(0));
            }
        }
        return use.invoke(value, arguments);
    }

    /**
     * The method that was called.
     *
     * @return the method, {@code null} if it was none
     */
    public final StubMethod method() {
        return called instanceof StubMethod method ? method : null;
    }

    /** {@return whether the result came in less time than it takes to wake a thread} */
    protected boolean spin() {
        if (Thread.currentThread().isVirtual()) {
            return false;
        }
        for (int i = 0; i < SPINS && !isDone(); i++) {
            Thread.onSpinWait();
        }
        return isDone();
    }

    private boolean push(Waiter waiter) {
        Object now;
        do {
            now = state;
            if (isOutcome(now)) {
                return false;
            }
            waiter.putOn((Waiter) now);
        } while (!STATE.compareAndSet(this, now, waiter));
        return true;
    }

    private void complete(Object outcome) {
        Object now;
        do {
            now = state;
            if (isOutcome(now)) {
                return;
            }
        } while (!STATE.compareAndSet(this, now, outcome));
        boolean isAwaited = Waiter.firstLive((Waiter) now) != null;
        Waiter.wakeAll((Waiter) now);
        if (!isAwaited && outcome instanceof Failure failure) {
            UnseenFailures.note(this, failure);
        }
    }

    private Object decoded() {
        Object now = state;
        return now instanceof Undecoded ? decode() : now;
    }

    private synchronized Object decode() {
        if (state instanceof Undecoded answer) {
            Object result;
            try {
                Object value = answer.decode();
                result = value == null ? NULL : value;
            } catch (Throwable failure) {
                result = new Failure(failure);
            }
            state = result;
        }
        return state;
    }

    /** Says what is waited for; never blocks. */
    @Override
    public String toString() {
        return (isDone() ? "result of " : "awaited result of ") + description();
    }

    /**
     * Says where the result comes from.
     *
     * @return active object and method, as far as they are known
     */
    public final String description() {
        return callee instanceof Promise from ? from.description() : Callee.text(callee, method());
    }
}
