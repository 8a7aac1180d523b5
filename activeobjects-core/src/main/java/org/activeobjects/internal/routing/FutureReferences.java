package org.activeobjects.internal.routing;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.continuation.ContinuationSwitch;
import org.activeobjects.internal.continuation.Continuations;
import org.activeobjects.internal.continuation.FutureCopy;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.spi.BodyHandle;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Passes futures on: the stubs that stand in for results, and {@code CompletableFuture}s. One whose
 * result is there travels as the result, any other unresolved.
 *
 * <p><b>Threading:</b> safe.
 */
final class FutureReferences {

    private static final int VALUE = 0;
    private static final int FAILED = 1;
    private static final int AWAITED = 2;

    private final RuntimeHost host;

    FutureReferences(RuntimeHost host) {
        this.host = host;
    }

    /** What is sent in place of a future: its type, its state, and what belongs to that. */
    Object toWire(Object future, List<Object> travellers) {
        Promise promise = Futures.promiseOf(future);
        if (promise == null) {
            return null;
        }
        String type = typeOf(future, promise).getName();
        if (!promise.isDone()) {
            if (travellers == null) {
                throw new SerializationException(
                        "a future that has no result yet cannot travel here: future=" + promise);
            }
            if (ContinuationSwitch.isOn(BodyHandle.current())) {
                travellers.add(host.messenger().continuations().pass(promise));
                return new Object[] {type, AWAITED, travellers.size() - 1, promise.description()};
            }
            promise.await(0);
        }
        Object[] wire = {type, VALUE, null};
        promise.tell(
                new Answer() {
                    @Override
                    public void value(Object value) {
                        wire[2] = value;
                    }

                    @Override
                    public void failure(Throwable failure) {
                        wire[1] = FAILED;
                        wire[2] = failure;
                    }
                });
        return wire;
    }

    /** What the callee gets in place of a future when it lives in the same runtime. */
    Object toLocal(Object future) {
        Promise promise = Futures.promiseOf(future);
        if (promise == null) {
            return null;
        }
        if (!promise.isDone() && !ContinuationSwitch.isOn(BodyHandle.current())) {
            promise.await(0);
        }
        Promise own = new CopyingPromise(typeOf(future, promise), promise, host.codec());
        if (promise.isDone()) {
            promise.tell(own);
        } else {
            promise.forwardTo(own);
        }
        return standIn(own);
    }

    Object fromWire(Object[] wire, Object[] attachments) {
        if (wire.length < 3 || !(wire[0] instanceof String name) || !(wire[1] instanceof Integer)) {
            throw new SerializationException("not a future: parts=" + wire.length);
        }
        Class<?> type = References.load(name);
        switch ((int) wire[1]) {
            case VALUE -> {
                boolean isPlain = wire[2] != null && type != CompletableFuture.class;
                return isPlain ? wire[2] : settled(type, wire[2], null);
            }
            case FAILED -> {
                return settled(type, null, (Throwable) wire[2]);
            }
            case AWAITED -> {
                FutureCopy copy = Continuations.carried(attachments, (int) wire[2]);
                copy.describe(type, (String) wire[3]);
                return standIn(copy);
            }
            default -> throw new SerializationException("not a future: state=" + wire[1]);
        }
    }

    private static Object settled(Class<?> type, Object value, Throwable failure) {
        Promise promise = new Promise(type, "a call of another runtime");
        if (failure != null) {
            promise.failure(failure);
        } else {
            promise.value(value);
        }
        return standIn(promise);
    }

    private static Object standIn(Promise promise) {
        return promise.resultType() == CompletableFuture.class
                ? promise.toCompletableFuture()
                : promise.stub();
    }

    private static Class<?> typeOf(Object future, Promise promise) {
        return future instanceof CompletionStage ? CompletableFuture.class : promise.resultType();
    }
}
