package org.activeobjects.internal.service;

import org.activeobjects.annotation.Self;
import org.activeobjects.annotation.TurnActive;
import org.activeobjects.annotation.UnwrapFuture;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.continuation.ContinuationSwitch;
import org.activeobjects.internal.exception.Failures;
import org.activeobjects.internal.exception.TryBlock;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.StubMethod;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Runs the method of a request and answers it. */
final class Execution {

    private static final Logger LOG = LogManager.getLogger(Execution.class);

    private Execution() {}

    static void run(LocalBody body, Object target, QueuedRequest request) {
        Answer answer = request.answer();
        TryBlock blocks = TryBlock.suspend();
        try {
            StubMethod method = request.method();
            body.nameThreadAfter(method);
            Object[] context = request.context();
            Object result =
                    Carried.isNeededFor(context)
                            ? Carried.invoke(context, method, () -> request.run(target))
                            : runBare(request, target);
            if (answer != null) {
                answer(answer, resultOf(body, method, result));
            }
        } catch (Throwable failure) {
            failed(body, request, failure);
        } finally {
            TryBlock.resume(blocks);
            // An interrupt was meant for this request, not for the next one.
            if (Thread.interrupted()) {
                LOG.debug("interrupt ended with its request: body={} request={}", body, request);
            }
        }
    }

    /** Runs it on a thread without any context, and leaves that so. */
    private static Object runBare(QueuedRequest request, Object target) throws Throwable {
        try {
            return request.run(target);
        } finally {
            Carried.clear();
        }
    }

    /** The result, or what the annotations of the method or the settings put in its place. */
    private static Object resultOf(LocalBody body, StubMethod method, Object result)
            throws Throwable {
        if (result == body.target() && body.host().givesStubForThis()) {
            return body.stub();
        }
        return method.isSpecial() ? special(body, method, result) : result;
    }

    private static Object special(LocalBody body, StubMethod method, Object result)
            throws Throwable {
        if (method.has(Self.class)) {
            return body.stub();
        }
        Promise awaited = result == null ? null : Promise.of(result);
        if (awaited != null && method.has(UnwrapFuture.class)) {
            return awaited.get(0);
        }
        if (awaited == null && method.has(TurnActive.class)) {
            return body.host().activate(method.returnType(), result);
        }
        return result;
    }

    /** The method threw, or could not be run. */
    static void failed(LocalBody body, QueuedRequest request, Throwable failure) {
        boolean isFatal =
                failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
        if (isFatal) {
            body.breakDown("error of the JVM in a service", failure);
        }
        body.tellFailure(request, failure);
        if (request.defect() == failure) {
            refused(body, request, failure);
        } else if (request.answer() != null) {
            request.answer().failure(failure);
        } else {
            Failures.report(body, body.target(), request, failure);
        }
    }

    /**
     * The request is not served: its caller is told, or who is told in place of callers. Never
     * fails, since others wait to be told as well.
     */
    static void refused(LocalBody body, QueuedRequest request, Throwable why) {
        try {
            tellRefused(body, request, why);
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "caller was not told that a request is not served: body={} request={}",
                    body.getName(),
                    request.label(),
                    e);
        }
    }

    private static void tellRefused(LocalBody body, QueuedRequest request, Throwable why) {
        if (request.answer() != null) {
            request.answer().failure(why);
        } else if (!request.lost(body.getName(), why)) {
            CallFailure failure =
                    new CallFailure(request.label(), body.getName(), request.source(), why);
            Failures.tell(null, failure);
        }
    }

    /** The exception is the answer, if the method could have thrown it. */
    static void answerWith(LocalBody body, QueuedRequest request, Throwable exception) {
        RuntimeException defect = undeclared(request, exception);
        failed(body, request, defect == null ? exception : defect);
        if (defect instanceof IllegalArgumentException) {
            throw defect;
        }
    }

    private static RuntimeException undeclared(QueuedRequest request, Throwable exception) {
        try {
            StubMethod method = request.method();
            return method.asDeclared(exception) == exception
                    ? null
                    : new IllegalArgumentException(
                            "method does not declare this checked exception: method="
                                    + method
                                    + " exception="
                                    + Thrown.textOf(exception),
                            exception);
        } catch (ActiveObjectException e) {
            return e;
        }
    }

    /** A result that is itself awaited answers when it is there; the body goes on meanwhile. */
    private static void answer(Answer answer, Object result) {
        Promise awaited = result == null ? null : Promise.of(result);
        if (awaited != null) {
            if (!ContinuationSwitch.isOn(BodyHandle.current())) {
                awaited.await(0);
            }
            if (awaited.isDone()) {
                awaited.tell(answer);
            } else {
                answer.handedOn(awaited);
                awaited.forwardTo(answer);
            }
        } else if (result instanceof CompletionStage<?> stage) {
            CompletableFuture<?> future = stage.toCompletableFuture();
            if (future.isDone()) {
                answerFrom(answer, future);
            } else {
                Promise source = Futures.sourceOf(stage);
                answer.handedOn(source == null ? Answer.ELSEWHERE : source);
                stage.whenCompleteAsync(
                        (value, failure) -> answerFrom(answer, future),
                        code -> Soon.run("answer", code));
            }
        } else {
            answer.value(result);
        }
    }

    private static void answerFrom(Answer answer, CompletableFuture<?> future) {
        try {
            answer.value(future.join());
        } catch (CompletionException e) {
            answer.failure(e.getCause() == null ? e : e.getCause());
        } catch (Throwable e) {
            answer.failure(e);
        }
    }
}
