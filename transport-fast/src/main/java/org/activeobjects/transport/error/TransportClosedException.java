package org.activeobjects.transport.error;

import java.io.Serial;

/** The transport or endpoint was closed, or the operation cancelled, before it was complete. */
public class TransportClosedException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public TransportClosedException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public TransportClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
