package org.activeobjects.api;

import org.activeobjects.internal.event.Events;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.BodyHandle;

import java.util.Objects;

/**
 * Has active objects go on when something happens, in place of waiting for it.
 *
 * <p><b>Threading:</b> to be called by threads that serve an active object.
 *
 * <p><b>Source:</b> {@code PAEventProgramming} of ProActive. Different here: the method is looked
 * for at once, it may take more arguments than the future, and it must be one that requests can
 * call.
 */
public final class PAEventProgramming {

    private PAEventProgramming() {}

    /**
     * Queues a request on the active object that the calling thread serves, when a result is there:
     * {@code addActionOnFuture(price, "onPrice", order)} calls {@code onPrice(Future<Price> price,
     * Order order)}. The future that the method gets is complete; its {@code get} gives the result
     * or throws an {@code ExecutionException} with what the call failed with. The other arguments
     * are passed as they are, not copied.
     *
     * <p>Actions that were added before the result came are queued in their order; one that is
     * added when it is there is queued at once, and may get before those while it is just coming.
     *
     * <p>What the method throws is treated as the exception of a one-way call.
     *
     * @param future a future, or any other object, also a typed group, which counts as a result
     *     that is there
     * @param methodName name of a method of the active object, not private
     * @param arguments its arguments after the future
     * @throws IllegalStateException if the thread serves no active object
     * @throws IllegalArgumentException if the active object has not exactly one such method
     */
    public static void addActionOnFuture(Object future, String methodName, Object... arguments) {
        if (!(BodyHandle.current() instanceof LocalBody body)) {
            throw new IllegalStateException(
                    "this thread serves no active object that could get the request: thread="
                            + Thread.currentThread().getName()
                            + " method="
                            + methodName);
        }
        Objects.requireNonNull(methodName, "the name of the method to call is null");
        Objects.requireNonNull(arguments, "the array of further arguments is null");
        Events.onFuture(body, future, methodName, arguments.clone());
    }
}
