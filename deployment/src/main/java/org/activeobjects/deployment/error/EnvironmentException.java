package org.activeobjects.deployment.error;

import java.io.Serial;

/** A host lacks what the job needs, such as a JDK, memory or a process; nothing is left running. */
public class EnvironmentException extends DeploymentException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what is missing, with its operands, and how to provide it
     */
    public EnvironmentException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what is missing, with its operands, and how to provide it
     * @param cause what was thrown first
     */
    public EnvironmentException(String message, Throwable cause) {
        super(message, cause);
    }
}
