package org.activeobjects.transport.error;

import java.io.Serial;

/**
 * The other side is not one of ours: wrong job, wrong secret, wrong version, or no handshake at
 * all.
 */
public class HandshakeException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public HandshakeException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public HandshakeException(String message, Throwable cause) {
        super(message, cause);
    }
}
