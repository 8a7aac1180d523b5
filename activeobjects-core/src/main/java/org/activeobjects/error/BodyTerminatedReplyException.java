package org.activeobjects.error;

import java.io.Serial;

/**
 * An active object ended with a request still in its queue. The request was not served, and its
 * future fails with this exception.
 */
public class BodyTerminatedReplyException extends BodyTerminatedException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public BodyTerminatedReplyException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public BodyTerminatedReplyException(String message, Throwable cause) {
        super(message, cause);
    }
}
