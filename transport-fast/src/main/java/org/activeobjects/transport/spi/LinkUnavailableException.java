package org.activeobjects.transport.spi;

import java.io.Serial;

/** A kind of link cannot work here, or not to this peer; the next one is tried. */
public class LinkUnavailableException extends Exception {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With the reason, which is logged.
     *
     * @param reason why, and what would help
     */
    public LinkUnavailableException(String reason) {
        super(reason);
    }

    /**
     * With the reason and a cause.
     *
     * @param reason why, and what would help
     * @param cause what was thrown first
     */
    public LinkUnavailableException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
