package org.activeobjects.api;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.future.Deadline;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.SentSignal;
import org.activeobjects.internal.future.Several;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Waits for the results of asynchronous calls.
 *
 * <p>A future is an object of the result's type that waits when one of its methods is called. The
 * methods here take any object; one that is no future counts as a result that is there. Those that
 * wait or ask, and give no value, take a {@code CompletableFuture} as a future too; to them a typed
 * group is there when all of its members are. Timeouts are milliseconds; 0 waits for ever, less
 * than 0 not at all.
 *
 * <p><b>Threading:</b> safe. A thread that is interrupted while it waits gets an {@code
 * ActiveObjectException} and keeps its interrupt flag.
 *
 * <p><b>Source:</b> {@code PAFuture} of ProActive; {@link #async} and the bridges to {@code
 * CompletableFuture} are ours.
 */
public final class PAFuture {

    private PAFuture() {}

    /**
     * The result behind a future; waits for it.
     *
     * @param <T> its type
     * @param future a future, or any other object
     * @return the result itself, {@code null} if the method returned {@code null}
     * @throws RuntimeException what the method threw
     */
    public static <T> T getFutureValue(T future) {
        return getFutureValue(future, 0);
    }

    /**
     * The result behind a future; waits for it.
     *
     * @param <T> its type
     * @param future a future, or any other object
     * @param timeout longest wait
     * @return the result itself, {@code null} if the method returned {@code null}
     * @throws ProActiveTimeoutException if it did not come in time
     * @throws RuntimeException what the method threw
     */
    public static <T> T getFutureValue(T future, long timeout) {
        return Futures.valueOf(future, timeout);
    }

    /**
     * Whether a result is still to come.
     *
     * @param future a future, or any other object
     * @return true if using it would wait
     */
    public static boolean isAwaited(Object future) {
        return Futures.isAwaited(future);
    }

    /**
     * Whether a result is {@code null}; waits for it.
     *
     * @param future a future, or any other object
     * @return true if the method returned {@code null}
     */
    public static boolean isNull(Object future) {
        return Futures.isNull(future);
    }

    /**
     * Waits for a result, and throws nothing that the method threw.
     *
     * @param future a future, or any other object
     */
    public static void waitFor(Object future) {
        waitFor(future, 0);
    }

    /**
     * Waits for a result, and throws nothing that the method threw.
     *
     * @param future a future, or any other object
     * @param timeout longest wait
     * @throws ProActiveTimeoutException if it did not come in time
     */
    public static void waitFor(Object future, long timeout) {
        waitFor(future, timeout, false);
    }

    /**
     * Waits for a result, and throws nothing that the method threw.
     *
     * @param future a future, or any other object
     * @param isRecursive true to wait also for the result of a future that is the result
     */
    public static void waitFor(Object future, boolean isRecursive) {
        waitFor(future, 0, isRecursive);
    }

    /**
     * Waits for a result, and throws nothing that the method threw.
     *
     * @param future a future, or any other object
     * @param timeout longest wait
     * @param isRecursive true to wait also for the result of a future that is the result
     * @throws ProActiveTimeoutException if it did not come in time
     */
    public static void waitFor(Object future, long timeout, boolean isRecursive) {
        Promise promise = Futures.promiseOf(future);
        if (promise != null && isRecursive) {
            var _ = Futures.awaitLast(promise, timeout);
        } else if (promise != null) {
            promise.await(timeout);
        } else {
            awaitAll(Collections.singleton(future), timeout);
        }
    }

    /**
     * Waits for all results.
     *
     * @param futures futures, or any other objects
     */
    public static void waitForAll(Collection<?> futures) {
        waitForAll(futures, 0);
    }

    /**
     * Waits for all results.
     *
     * @param futures futures, or any other objects
     * @param timeout longest wait for all together
     * @throws ProActiveTimeoutException if one did not come in time
     */
    public static void waitForAll(Collection<?> futures, long timeout) {
        requireAll(futures);
        awaitAll(futures, timeout);
    }

    private static void awaitAll(Collection<?> futures, long timeout) {
        Deadline deadline = Deadline.in(timeout);
        long left = timeout;
        for (List<Promise> open = open(futures); !open.isEmpty(); open = open(futures)) {
            Several.awaitAll(open, left);
            left = deadline.leftMs();
        }
    }

    private static List<Promise> open(Collection<?> futures) {
        return futures.stream().flatMap(Futures::allAwaitedOf).toList();
    }

    /** One of each that is not there. */
    private static List<Promise> firstOpen(Collection<?> futures) {
        return futures.stream().map(Futures::awaitedOf).filter(Objects::nonNull).toList();
    }

    private static void requireAll(Collection<?> futures) {
        Objects.requireNonNull(futures, "the collection of futures is null");
    }

    /**
     * Waits for one result of several.
     *
     * @param futures futures, or any other objects
     * @return index of one that is there
     * @throws IllegalArgumentException if the list is empty
     */
    public static int waitForAny(List<?> futures) {
        return waitForAny(futures, 0);
    }

    /**
     * Waits for one result of several.
     *
     * @param futures futures, or any other objects
     * @param timeout longest wait
     * @return index of one that is there, the lowest if there are several
     * @throws ProActiveTimeoutException if none came in time
     * @throws IllegalArgumentException if the list is empty
     */
    public static int waitForAny(List<?> futures, long timeout) {
        requireAll(futures);
        if (futures.isEmpty()) {
            throw new IllegalArgumentException("no future to wait for: the list is empty");
        }
        Deadline deadline = Deadline.in(timeout);
        int there = firstThere(futures);
        for (long left = timeout; there < 0; left = deadline.leftMs()) {
            List<Promise> open = firstOpen(futures);
            if (open.size() == futures.size()) {
                Several.awaitAny(open, left);
            }
            there = firstThere(futures);
        }
        return there;
    }

    private static int firstThere(List<?> futures) {
        for (int i = 0; i < futures.size(); i++) {
            if (!isAwaited(futures.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Whether all results are still to come.
     *
     * @param futures futures, or any other objects
     * @return true if none is there
     */
    public static boolean allAwaited(Collection<?> futures) {
        requireAll(futures);
        return futures.stream().allMatch(PAFuture::isAwaited);
    }

    /**
     * Has a future fail with {@code FutureMonitoringPingFailureException} when the runtime is gone
     * that its result is expected of. Every future does so from the beginning, within the time in
     * which the transport finds out; programs that ask for it may go on doing so.
     *
     * @param future a future, or any other object
     */
    public static void monitorFuture(Object future) {
        Objects.requireNonNull(future, "the future to be monitored is null");
    }

    /**
     * A future whose result is that of a {@code CompletableFuture}.
     *
     * @param <T> type of the result
     * @param result gives the result, or the exception
     * @param type class or interface that can be stood in for
     * @return an object of the type, which waits when it is used
     * @throws org.activeobjects.error.ClassNotReifiableException if nothing can stand in for it
     */
    public static <T> T fromCompletable(CompletableFuture<? extends T> result, Class<T> type) {
        Objects.requireNonNull(result, "the result that a future shall have is null");
        Objects.requireNonNull(type, "the type of a future is null");
        return type.cast(Futures.bridge(result, type).stub());
    }

    /**
     * The result as a {@code CompletableFuture}; does not wait.
     *
     * @param <T> its type
     * @param future a future, or any other object
     * @return completed when the result is there, also before this method returns; the dependents
     *     of one that is not yet complete run on threads of their own
     */
    @SuppressWarnings("unchecked") // a future of a T holds a T
    public static <T> CompletableFuture<T> toCompletableFuture(T future) {
        Promise promise = Promise.of(future);
        return promise == null
                ? CompletableFuture.completedFuture(future)
                : (CompletableFuture<T>) promise.toCompletableFuture();
    }

    /**
     * Makes a call asynchronous that would wait, for example because it returns a {@code String} or
     * declares exceptions: {@code PAFuture.async(() -> account.owner())}.
     *
     * <p>The code runs on a virtual thread, in the name of the calling active object and with the
     * context of the calling thread (tags, thread context, what a {@code ContextCarrier} captures).
     * This method returns when its first call has been sent, or it has ended: calls that the caller
     * makes afterwards come after it.
     *
     * @param <T> type of the result
     * @param call code that makes one call
     * @return completed with what the code returns or throws
     * @throws ActiveObjectException if a context carrier fails, and nothing is sent, or the calling
     *     thread is interrupted
     */
    public static <T> CompletableFuture<T> async(Callable<T> call) {
        Objects.requireNonNull(call, "the call to make asynchronous is null");
        Futures.Completable<T> result = new Futures.Completable<>(null);
        SentSignal sent = new SentSignal();
        BodyHandle body = BodyHandle.current();
        Object[] context = Carried.ofThread();
        Runnable code = () -> complete(result, context, call);
        Runnable scoped =
                body == null
                        ? code
                        : () -> ScopedValue.where(RuntimeServices.Holder.scope(), body).run(code);
        Thread.ofVirtual().name("asynchronous call").start(() -> sent.run(scoped));
        try {
            sent.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ActiveObjectException("interrupted while sending an asynchronous call", e);
        }
        result.comesFrom(sent.awaited());
        return result;
    }

    @SuppressWarnings("unchecked") // what code for a T gives is a T
    private static <T> void complete(
            CompletableFuture<T> result, Object[] context, Callable<T> call) {
        try {
            Carried.Service service = () -> getFutureValue(call.call());
            result.complete((T) Carried.invoke(context, "an asynchronous call", service));
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        }
    }
}
