package org.activeobjects.error;

import java.io.Serial;

/**
 * The root of everything the middleware throws of its own. Thrown itself when a call failed with a
 * checked exception that its method does not declare; the cause is that exception.
 */
public class ActiveObjectException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public ActiveObjectException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public ActiveObjectException(String message, Throwable cause) {
        super(message, cause);
    }
}
