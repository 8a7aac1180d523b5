package org.activeobjects.transport.error;

import java.io.Serial;

/** An operation was not complete in the time given; it goes on and may be waited for again. */
public class TransportTimeoutException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public TransportTimeoutException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public TransportTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
