package org.activeobjects.transport.error;

import java.io.Serial;

/** An operation was not complete in the time given; it goes on and may be waited for again. */
public class TransportTimeoutException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    private final boolean isUnsent;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public TransportTimeoutException(String message) {
        this(message, false);
    }

    /**
     * For a post.
     *
     * @param message what failed, with its operands, and what to do
     * @param isUnsent whether nothing was sent
     */
    public TransportTimeoutException(String message, boolean isUnsent) {
        super(message);
        this.isUnsent = isUnsent;
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public TransportTimeoutException(String message, Throwable cause) {
        super(message, cause);
        this.isUnsent = false;
    }

    /**
     * Whether a post for which there was no room in time was not begun, and so may be made again.
     * Else it goes on, and made again it would come twice.
     *
     * @return true if nothing was sent; false of all but posts
     */
    public boolean isUnsent() {
        return isUnsent;
    }
}
