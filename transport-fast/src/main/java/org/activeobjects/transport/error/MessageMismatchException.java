package org.activeobjects.transport.error;

import java.io.Serial;

/** A message does not fit the receive it was matched to: the program on one side is wrong. */
public class MessageMismatchException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public MessageMismatchException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public MessageMismatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
