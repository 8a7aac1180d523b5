package org.activeobjects.error;

import java.io.Serial;

/** A node cannot be found, made or reached. Nothing was done on it. */
public class NodeException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public NodeException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public NodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
