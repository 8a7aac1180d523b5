package org.activeobjects.deployment.error;

import org.activeobjects.error.ActiveObjectException;

import java.io.Serial;

/** A job could not be started or run; thrown itself when the program or its user is at fault. */
public class DeploymentException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public DeploymentException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public DeploymentException(String message, Throwable cause) {
        super(message, cause);
    }
}
