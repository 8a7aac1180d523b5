package org.activeobjects.error;

import java.io.Serial;

/**
 * An active object could not be made: no constructor fits, several fit equally well, or its node
 * refused. No body exists afterwards.
 */
public class ActiveObjectCreationException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public ActiveObjectCreationException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public ActiveObjectCreationException(String message, Throwable cause) {
        super(message, cause);
    }
}
