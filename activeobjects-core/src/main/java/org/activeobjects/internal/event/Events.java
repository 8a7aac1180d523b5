package org.activeobjects.internal.event;

import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.failure.FailureHandler;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.exception.Failures;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.spi.StubMethod;

import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Queues requests of active objects to themselves.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Events {

    private Events() {}

    /**
     * Queues a request when a result is there.
     *
     * @param body body that gets the request
     * @param future a future, or any other object, which counts as a result that is there
     * @param methodName method of the object, whose first parameter takes a {@code
     *     CompletableFuture}
     * @param arguments its other arguments
     * @throws IllegalArgumentException if there is not exactly one such method
     */
    public static void onFuture(
            LocalBody body, Object future, String methodName, Object[] arguments) {
        StubMethod method = find(body, methodName, arguments);
        Promise promise = Futures.promiseOf(future);
        Object[] context = Carried.capture();
        Supplier<Object[]> maker =
                () -> {
                    Object[] all = new Object[1 + arguments.length];
                    all[0] =
                            promise == null
                                    ? CompletableFuture.completedFuture(future)
                                    : done(promise);
                    System.arraycopy(arguments, 0, all, 1, arguments.length);
                    return all;
                };
        if (promise == null) {
            queue(body, method, maker, context);
        } else {
            Object anchor = body.anchor(); // it is not collected as long as the result may come
            promise.whenDone(
                    () -> {
                        try {
                            queue(body, method, maker, context);
                        } finally {
                            Reference.reachabilityFence(anchor);
                        }
                    });
        }
    }

    private static CompletableFuture<Object> done(Promise promise) {
        CompletableFuture<Object> future = new CompletableFuture<>();
        promise.tell(
                new Answer() {
                    @Override
                    public void value(Object value) {
                        future.complete(value);
                    }

                    @Override
                    public void failure(Throwable failure) {
                        future.completeExceptionally(failure);
                    }
                });
        return future;
    }

    private static void queue(
            LocalBody body, StubMethod method, Supplier<Object[]> maker, Object[] context) {
        OwnRequest request = new OwnRequest(body, method, maker, context);
        try {
            body.receive(request);
        } catch (BodyTerminatedException e) {
            // The object itself is not told: this is not its thread, which may be serving still.
            Failures.report(body, null, request, e);
        }
    }

    private static StubMethod find(LocalBody body, String name, Object[] arguments) {
        List<StubMethod> found =
                MethodTable.of(body.target().getClass()).methods().stream()
                        .filter(method -> method.name().equals(name))
                        .filter(method -> fits(method.parameterTypes(), arguments))
                        .toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    "one method is needed that takes a Future and the arguments: class="
                            + body.target().getClass().getName()
                            + " method="
                            + name
                            + " arguments="
                            + arguments.length
                            + " found="
                            + found);
        }
        return found.getFirst();
    }

    private static boolean fits(Class<?>[] parameters, Object[] arguments) {
        if (parameters.length != 1 + arguments.length
                || !parameters[0].isAssignableFrom(CompletableFuture.class)) {
            return false;
        }
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = MethodType.methodType(parameters[i + 1]).wrap().returnType();
            boolean takesNull = !parameters[i + 1].isPrimitive();
            if (arguments[i] == null ? !takesNull : !type.isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells that a one-way call was not served.
     *
     * @param body body that made the call, {@code null} if it is not known or none did
     * @param failure what was called, and why it was not served
     */
    public static void lost(LocalBody body, CallFailure failure) {
        FailureHandler handler = body == null ? null : Failures.handlerOf(body);
        if (handler == null && body != null && body.target() instanceof FailureHandler) {
            StubMethod told =
                    MethodTable.of(body.target().getClass()).methods().stream()
                            .filter(method -> method.name().equals("onFailure"))
                            .filter(method -> fitsFailure(method.parameterTypes()))
                            .findFirst()
                            .orElseThrow();
            tell(body, told, failure);
        } else {
            Failures.tell(handler, failure);
        }
    }

    /** Has an object told by its own thread; if that serves no more, whoever is told else. */
    private static void tell(LocalBody body, StubMethod told, CallFailure failure) {
        OwnRequest request =
                new OwnRequest(body, told, () -> new Object[] {failure}, null) {
                    @Override
                    public boolean lost(String callee, Throwable why) {
                        Failures.tell(null, failure);
                        return true;
                    }
                };
        try {
            body.receive(request);
        } catch (BodyTerminatedException e) {
            var _ = request.lost(body.getName(), e);
        }
    }

    private static boolean fitsFailure(Class<?>[] parameters) {
        return parameters.length == 1 && parameters[0] == CallFailure.class;
    }
}
