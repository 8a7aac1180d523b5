package org.activeobjects.error;

import java.io.Serial;

/**
 * Calls on instances of a class cannot all be intercepted, so that no stub can stand in for it. The
 * message names every method in the way and the reason; change the class or use an interface.
 */
public class ClassNotReifiableException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public ClassNotReifiableException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public ClassNotReifiableException(String message, Throwable cause) {
        super(message, cause);
    }
}
