package org.activeobjects.transport.error;

import java.io.Serial;

/**
 * The root of what the transport throws of its own; thrown itself when only the set-up can help, or
 * the memory of an operation could not be read or written.
 */
public class TransportException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public TransportException(String message) {
        super(message);
    }

    private TransportException(String message, boolean isOfOne) {
        super(message, null, isOfOne, isOfOne);
    }

    /** One that many are told, which keeps nothing of any of them. */
    static TransportException shared(String message) {
        return new TransportException(message, false);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
