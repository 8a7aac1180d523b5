package org.activeobjects.queue;

import org.activeobjects.error.ActiveObjectException;

import java.io.Serial;

/**
 * A call was not made, because the queue of the active object stayed full as long as its bound lets
 * callers wait. Nothing was sent; it can be tried again.
 */
public class RequestQueueFullException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message.
     *
     * @param message object, method, bound and what waits
     */
    public RequestQueueFullException(String message) {
        super(message);
    }
}
