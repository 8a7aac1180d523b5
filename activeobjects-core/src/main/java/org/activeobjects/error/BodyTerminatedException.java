package org.activeobjects.error;

import java.io.Serial;

/** An active object has ended and takes part in nothing any more. Look it up again, or give up. */
public class BodyTerminatedException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public BodyTerminatedException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public BodyTerminatedException(String message, Throwable cause) {
        super(message, cause);
    }
}
