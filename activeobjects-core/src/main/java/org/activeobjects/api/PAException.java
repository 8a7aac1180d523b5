package org.activeobjects.api;

import org.activeobjects.failure.FailureHandler;
import org.activeobjects.internal.context.CallSites;
import org.activeobjects.internal.exception.Failures;
import org.activeobjects.internal.exception.TryBlock;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;

import java.util.Collection;
import java.util.Objects;

/**
 * Exceptions of calls that are not waited for one by one.
 *
 * <p>A call that declares checked exceptions waits for its answer, so that they can be caught.
 * Inside a block that announces what it catches, it need not:
 *
 * <pre>{@code
 * PAException.tryWithCatch(IOException.class);
 * try {
 *     for (Disk disk : disks) {
 *         disk.write(page); // declares IOException; goes on at once in here
 *     }
 *     PAException.endTryWithCatch(); // waits for all, throws the first exception
 * } catch (IOException e) {
 *     ...
 * } finally {
 *     PAException.removeTryWithCatch();
 * }
 * }</pre>
 *
 * <p>A call goes on at once if one block catches all that it declares and its result can be stood
 * in for or is {@code void}. In a block that catches {@code RuntimeException}, or a super- or
 * subclass of it, the end of the block waits also for the calls that declare none, one-way calls
 * included.
 *
 * <p><b>Threading:</b> blocks belong to the thread that begins them; they nest.
 *
 * <p><b>Source:</b> {@code PAException} of ProActive; the handlers of one-way calls are ours.
 */
public final class PAException {

    private PAException() {}

    /**
     * Announces a block; to be called just before its {@code try}.
     *
     * @param exceptions classes of what its {@code catch} clauses catch
     * @throws IllegalArgumentException if there is none, or one is not of something thrown
     */
    public static void tryWithCatch(Class<?>... exceptions) {
        Objects.requireNonNull(exceptions, "the classes of exceptions to catch are null");
        if (exceptions.length == 0) {
            throw new IllegalArgumentException("a block has to catch something: exceptions=0");
        }
        for (Class<?> exception : exceptions) {
            Objects.requireNonNull(exception, "a class of exceptions to catch is null");
            if (!Throwable.class.isAssignableFrom(exception)) {
                throw new IllegalArgumentException(
                        "not a class of exceptions: class=" + exception.getName());
            }
        }
        TryBlock.begin(exceptions.clone());
    }

    /**
     * Waits for all calls of the block, and throws what the first one failed with, with what others
     * have as suppressed exceptions; to be called at the end of its {@code try}.
     *
     * @throws IllegalStateException if the thread has no block
     */
    public static void endTryWithCatch() {
        waitForPotentialException();
    }

    /**
     * Ends the block; to be called in its {@code finally}. What calls without a result fail with
     * afterwards is reported like the exceptions of one-way calls.
     *
     * @throws IllegalStateException if the thread has no block
     */
    public static void removeTryWithCatch() {
        TryBlock.current().end();
    }

    /**
     * Throws what the first call of the block that has failed so far failed with, if one has; does
     * not wait.
     *
     * @throws IllegalStateException if the thread has no block
     */
    public static void throwArrivedException() {
        TryBlock.current().throwFailure();
    }

    /**
     * Waits for all calls of the block, and throws what the first one failed with, if one has: from
     * here on no exception can come from before.
     *
     * @throws IllegalStateException if the thread has no block
     */
    public static void waitForPotentialException() {
        TryBlock block = TryBlock.current();
        block.await();
        block.throwFailure();
    }

    /**
     * What calls of the block have failed with so far; does not wait.
     *
     * @return exceptions, in the order of the calls
     * @throws IllegalStateException if the thread has no block
     */
    public static Collection<Throwable> getAllExceptions() {
        return TryBlock.current().failures();
    }

    /**
     * Whether a call has failed; waits for its answer.
     *
     * @param future a future, or any other object
     * @return true if using it would throw; of a typed group tells its {@code getExceptionList}
     */
    public static boolean isException(Object future) {
        Promise promise = Futures.promiseOf(future);
        return promise != null && Futures.awaitLast(promise, 0).hasFailed();
    }

    /**
     * Has somebody told of the exceptions of one-way calls on an active object, in place of the
     * object itself and of the log. What the handler captures is not copied, unless the object
     * moves to another runtime: then the handler goes with it, and if it cannot be copied, the
     * object stays.
     *
     * @param activeObject stub of an active object of this runtime
     * @param handler called by the thread of the active object; {@code null} for none
     * @throws IllegalArgumentException if the object lives in another runtime, or is not active
     */
    public static void setFailureHandler(Object activeObject, FailureHandler handler) {
        ActiveHandler stub = ActiveHandler.of(PAFuture.getFutureValue(activeObject));
        LocalBody body = stub == null ? null : stub.route().body();
        if (body == null) {
            throw new IllegalArgumentException(
                    "not an active object of this runtime: object="
                            + activeObject
                            + "; let the class of the object implement "
                            + FailureHandler.class.getSimpleName());
        }
        Failures.set(body, handler);
    }

    /**
     * Has somebody told of the exceptions of one-way calls in this JVM that no active object
     * handles, in place of the log.
     *
     * @param handler called by any thread; {@code null} for the log
     */
    public static void setDefaultFailureHandler(FailureHandler handler) {
        Failures.setDefault(handler);
    }

    /**
     * Says whether the exceptions of one-way calls show where the call was made. It costs some
     * microseconds per call, of every kind. From the beginning it is as the system property {@code
     * activeobjects.callSites} says.
     *
     * @param on true to keep the stack of every call of this JVM from now on
     */
    public static void keepCallSites(boolean on) {
        CallSites.keep(on);
    }
}
