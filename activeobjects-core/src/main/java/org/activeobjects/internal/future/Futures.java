package org.activeobjects.internal.future;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.spi.CallHandler;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Looks behind whatever may be a future.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Futures {

    private Futures() {}

    /**
     * The result of a call as a future of the JDK's: who waits for it in a service, without a time
     * limit, is seen by those who look for deadlocks. What is made of it is a usual one.
     *
     * @param <T> type of the result
     */
    public static final class Completable<T> extends CompletableFuture<T> {

        private volatile Promise source;
        private volatile boolean hasLimit;

        /**
         * A future that is not complete.
         *
         * @param source the promise whose result it gets, {@code null} while that is not known
         */
        public Completable(Promise source) {
            this.source = source;
        }

        /**
         * It gets the result of a promise.
         *
         * @param promise the promise, {@code null} if it is not known
         */
        public void comesFrom(Promise promise) {
            source = promise;
            forgetIfDone();
        }

        /** Who keeps a result does not keep the call. */
        private void forgetIfDone() {
            if (isDone()) {
                source = null;
            }
        }

        @Override
        public boolean complete(T value) {
            boolean isFirst = super.complete(value);
            forgetIfDone();
            return isFirst;
        }

        @Override
        public boolean completeExceptionally(Throwable failure) {
            boolean isFirst = super.completeExceptionally(failure);
            forgetIfDone();
            return isFirst;
        }

        @Override
        public T join() {
            awaitSeen();
            return super.join();
        }

        @Override
        public T get() throws InterruptedException, ExecutionException {
            awaitSeen();
            return super.get();
        }

        @Override
        public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
            hasLimit = true;
            return super.orTimeout(timeout, unit);
        }

        @Override
        public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
            hasLimit = true;
            return super.completeOnTimeout(value, timeout, unit);
        }

        /** Waits as for a promise. What an interrupt means is left to what is called next. */
        private void awaitSeen() {
            Promise from = sourceOf(this);
            if (from != null && !isDone() && WaitingBody.current() != null) {
                Promise end = new Promise(Object.class, from);
                var _ = whenComplete((_, _) -> end.value(null));
                try {
                    end.await(0);
                } catch (ActiveObjectException e) {
                    if (!Thread.currentThread().isInterrupted()) {
                        throw e; // it would wait for ever
                    }
                }
            }
        }
    }

    /**
     * A promise that has what a future has.
     *
     * @param object any object
     * @return the promise behind a stub, a new one for a {@code CompletionStage}, {@code null} for
     *     what is no future
     */
    public static Promise promiseOf(Object object) {
        Promise promise = Promise.of(object);
        return promise == null && object instanceof CompletionStage<?> stage
                ? bridge(stage, CompletableFuture.class)
                : promise;
    }

    /**
     * A promise that is kept when a stage is complete.
     *
     * @param stage the stage
     * @param type type of the stub that stands in for its result
     * @return a new promise
     */
    public static Promise bridge(CompletionStage<?> stage, Class<?> type) {
        Promise source = sourceOf(stage);
        String name =
                stage instanceof Completable
                        ? "CompletableFuture"
                        : stage.getClass().getSimpleName();
        Object from = source == null ? "a " + name : source;
        Promise bridge = new Promise(type, from);
        stage.whenComplete((value, failure) -> tell(bridge, value, failure));
        return bridge;
    }

    /**
     * What a stage depends on.
     *
     * @param stage any stage
     * @return the promise whose result it has; {@code null} if nobody knows, or if the stage is
     *     complete after some time anyway
     */
    public static Promise sourceOf(CompletionStage<?> stage) {
        return stage instanceof Completable<?> own && !own.hasLimit ? own.source : null;
    }

    private static void tell(Answer answer, Object value, Throwable failure) {
        if (failure == null) {
            answer.value(value);
        } else {
            boolean isWrapped =
                    failure instanceof CompletionException && failure.getCause() != null;
            answer.failure(isWrapped ? failure.getCause() : failure);
        }
    }

    /**
     * Gives a result to somebody on a thread that does nothing else: if the value cannot be given,
     * for whatever reason, that is the answer, since nobody else gives one.
     *
     * @param promise whose result is there
     * @param answer who gets it
     */
    public static void tellInTheEnd(Promise promise, Answer answer) {
        try {
            promise.tell(answer);
        } catch (Throwable e) {
            answer.failure(e);
        }
    }

    /**
     * Whether a result is still to come, or the result of a future that is the result.
     *
     * @param object any object
     * @return true if using it would wait
     */
    public static boolean isAwaited(Object object) {
        return object instanceof CompletableFuture<?> future && !future.isDone()
                || awaitedOf(object) != null;
    }

    /**
     * What a use of an object would wait for.
     *
     * @param object any object
     * @return a promise that has no result, or {@code null} if the use would not wait; of what
     *     stands for several objects the first
     */
    public static Promise awaitedOf(Object object) {
        return allAwaitedOf(object).findFirst().orElse(null);
    }

    /**
     * All that those wait for who wait for an object.
     *
     * @param object any object
     * @return promises that have no result: one of a future, more of what stands for several
     */
    public static Stream<Promise> allAwaitedOf(Object object) {
        Promise promise = last(promiseOf(object));
        if (promise == null) {
            CallHandler handler = StubFactory.handlerOf(object);
            List<?> parts = handler == null ? List.of() : handler.standsFor();
            return parts.stream().flatMap(Futures::allAwaitedOf);
        }
        return promise.isDone() ? Stream.empty() : Stream.of(promise);
    }

    /** The first promise that has no result, or one that is no future. */
    private static Promise last(Promise first) {
        Promise promise = first;
        while (promise != null && promise.isDone()) {
            Promise next = Promise.of(promise.valueIfAny());
            if (next == null) {
                return promise;
            }
            promise = next;
        }
        return promise;
    }

    /**
     * Waits for a result and, while that is a future, for its result.
     *
     * @param first where to begin
     * @param timeoutMs longest wait for all together in milliseconds; 0 for ever
     * @return the promise whose result is no future
     * @throws ProActiveTimeoutException if it did not come in time
     */
    public static Promise awaitLast(Promise first, long timeoutMs) {
        Deadline deadline = Deadline.in(timeoutMs);
        Promise promise = first;
        promise.await(timeoutMs);
        while (true) {
            promise = last(promise);
            if (promise.isDone()) {
                return promise;
            }
            promise.await(deadline.leftMs());
        }
    }

    /**
     * The result behind a future; waits for it.
     *
     * @param <T> its type
     * @param future a future, or any other object
     * @param timeoutMs longest wait in milliseconds; 0 for ever
     * @return the result itself, {@code null} if the method returned {@code null}
     * @throws ProActiveTimeoutException if it did not come in time
     * @throws RuntimeException what the method threw
     */
    @SuppressWarnings("unchecked") // a future of a T holds a T
    public static <T> T valueOf(T future, long timeoutMs) {
        Promise promise = Promise.of(future);
        return promise == null ? future : (T) resultOf(promise, timeoutMs);
    }

    /**
     * Whether a result is {@code null}; waits for it.
     *
     * @param future a future, or any other object
     * @return true if there is nothing behind it
     * @throws RuntimeException what the method threw
     */
    public static boolean isNull(Object future) {
        Promise promise = promiseOf(future);
        return (promise == null ? future : resultOf(promise, 0)) == null;
    }

    private static Object resultOf(Promise promise, long timeoutMs) {
        try {
            return awaitLast(promise, timeoutMs).get(0);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ActiveObjectException("call failed: call=" + promise, e);
        }
    }
}
