package org.activeobjects.error;

import java.io.Serial;

/**
 * A wait was over before its condition was true. The call that was waited for goes on, and its
 * future stays usable.
 */
public class ProActiveTimeoutException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public ProActiveTimeoutException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public ProActiveTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
