package org.activeobjects.transport.error;

import java.io.Serial;

/** An object could not be turned into bytes, or bytes not into an object. */
public class ObjectCodecException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public ObjectCodecException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public ObjectCodecException(String message, Throwable cause) {
        super(message, cause);
    }
}
