package org.activeobjects.error;

import java.io.Serial;

/**
 * The runtime that was to complete a future is gone or does not answer; the future will never get a
 * value. Whether the request was served is not known.
 *
 * <p>Its stack is that of the thread that uses the future alone: whoever finds the loss works for
 * all, and his stack would tell nobody anything.
 */
public class FutureMonitoringPingFailureException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public FutureMonitoringPingFailureException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first, or {@code null}
     */
    public FutureMonitoringPingFailureException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
