package org.activeobjects.transport.error;

import java.io.Serial;

/**
 * A peer is gone or cannot be reached: what depended on it cannot be completed. The message names
 * runtime, host, process and reason.
 */
public class PeerLostException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    private final String runtime;

    /**
     * The loss of one runtime.
     *
     * @param runtime id of the runtime that is gone, as text
     * @param message what failed, with its operands
     * @param cause what was seen first, or {@code null}
     */
    public PeerLostException(String runtime, String message, Throwable cause) {
        super(message, cause);
        this.runtime = runtime;
    }

    /**
     * Which runtime is gone.
     *
     * @return the text form of its {@code RuntimeId}
     */
    public String runtime() {
        return runtime;
    }
}
