package org.activeobjects.failure;

/**
 * Is told of the exceptions of one-way calls, in place of the log.
 *
 * <p>An active object whose class implements this handles those of the requests that it serves
 * itself, and is told when a one-way call that it made is not served. For others see {@code
 * PAException.setFailureHandler}.
 *
 * <p><b>Threading:</b> a handler that is the active object itself is called by the thread of that
 * object, others by any thread.
 */
@FunctionalInterface
public interface FailureHandler {

    /**
     * A one-way call has failed.
     *
     * @param failure what failed, and how; an exception thrown from here goes to the log together
     *     with it
     */
    void onFailure(CallFailure failure);
}
