package org.activeobjects.error;

import java.io.Serial;

/**
 * The constructor of an active object threw; the cause is what it threw. No body exists afterwards.
 */
public class ConstructionOfReifiedObjectFailedException extends ActiveObjectCreationException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public ConstructionOfReifiedObjectFailedException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public ConstructionOfReifiedObjectFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
