package org.activeobjects.error;

import java.io.Serial;

/**
 * A value cannot be encoded or decoded. The message names the class, the path of fields that leads
 * to it, the call it belongs to, and what to change. Nothing was sent, and nothing of a refused
 * message was made use of.
 */
public class SerializationException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public SerializationException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public SerializationException(String message, Throwable cause) {
        super(message, cause);
    }
}
