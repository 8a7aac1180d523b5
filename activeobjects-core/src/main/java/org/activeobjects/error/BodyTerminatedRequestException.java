package org.activeobjects.error;

import java.io.Serial;

/** A request was sent to an active object that has ended. It was not served. */
public class BodyTerminatedRequestException extends BodyTerminatedException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public BodyTerminatedRequestException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public BodyTerminatedRequestException(String message, Throwable cause) {
        super(message, cause);
    }
}
