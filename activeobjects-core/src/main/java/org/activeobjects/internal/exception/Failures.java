package org.activeobjects.internal.exception;

import org.activeobjects.failure.CallFailure;
import org.activeobjects.failure.FailureHandler;
import org.activeobjects.internal.context.CallSites;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.spi.BodyHandle;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Tells of exceptions that no caller waits for: to the handler of the active object, else to the
 * one of this JVM, else to the log.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Failures {

    private static final Logger LOG = LogManager.getLogger(Failures.class);

    private static volatile FailureHandler ofJvm;

    private volatile FailureHandler ofBody;

    private Failures() {}

    /**
     * Sets the handler of this JVM.
     *
     * @param handler is told of what no object handles; {@code null} for the log
     */
    public static void setDefault(FailureHandler handler) {
        ofJvm = handler;
    }

    /**
     * Sets the handler of an active object.
     *
     * @param body its body
     * @param handler is told in place of the object; {@code null} for none
     */
    public static void set(BodyHandle body, FailureHandler handler) {
        body.state(Failures.class, Failures::new).ofBody = handler;
    }

    /**
     * A one-way request has failed, or could not be run.
     *
     * @param body body that serves it, by its thread if the object is told
     * @param target its object, if it is to be told; {@code null} if not
     * @param request the request
     * @param exception why
     */
    public static void report(
            BodyHandle body, Object target, QueuedRequest request, Throwable exception) {
        Throwable whole = exception;
        String method;
        try {
            method = request.getMethodName();
            whole = CallSites.join(exception, request.context());
        } catch (RuntimeException e) {
            method = ""; // the request cannot be decoded, which is what failed
        }
        CallFailure failure = new CallFailure(method, body.getName(), request.source(), whole);
        FailureHandler handler = handlerOf(body);
        tell(handler == null && target instanceof FailureHandler own ? own : handler, failure);
    }

    /**
     * The handler that was set for an active object.
     *
     * @param body its body
     * @return the handler, or {@code null} if there is none
     */
    public static FailureHandler handlerOf(BodyHandle body) {
        Failures set = body.state(Failures.class);
        return set == null ? null : set.ofBody;
    }

    /**
     * Whether an active object, or a handler of its own, is to be told of its lost calls.
     *
     * @param body its body
     * @param target the object
     * @return false if only the handler of this JVM or the log is told
     */
    public static boolean hasHandler(BodyHandle body, Object target) {
        return target instanceof FailureHandler || handlerOf(body) != null;
    }

    /** A call has failed whose block has ended. */
    static void reportLate(Promise call, Throwable exception) {
        tell(
                null,
                new CallFailure(
                        call.method().name(),
                        String.valueOf(call.callee()),
                        "a block of exceptions that has ended",
                        exception));
    }

    /**
     * Tells of a failure.
     *
     * @param handler who is told; {@code null} for the one of this JVM, or the log
     * @param failure what failed
     */
    public static void tell(FailureHandler handler, CallFailure failure) {
        FailureHandler told = handler == null ? ofJvm : handler;
        if (told == null) {
            log(failure);
            return;
        }
        try {
            told.onFailure(failure);
        } catch (Throwable e) {
            LOG.error("handler of failures failed itself: handler={}", told.getClass(), e);
            log(failure);
        }
    }

    private static void log(CallFailure failure) {
        LOG.error(
                "one-way call failed: method={} callee={} caller={}",
                failure.method().isEmpty() ? "unknown" : failure.method(),
                failure.callee(),
                failure.caller(),
                Thrown.printable(failure.exception()));
    }
}
