package org.activeobjects.transport.error;

import java.io.Serial;

/** A message does not fit the receive it was matched to: the program on one side is wrong. */
public class MessageMismatchException extends TransportException {

    @Serial private static final long serialVersionUID = 1;

    private final int sentTag;
    private final String sent;

    /**
     * With a message only.
     *
     * @param message what failed, with its operands, and what to do
     */
    public MessageMismatchException(String message) {
        this(message, null);
    }

    /**
     * On the side that has received.
     *
     * @param message what failed, with its operands, and what to do
     * @param sentTag tag of the message that did not fit, 0 or more
     * @param sent its type and the number of its elements
     */
    public MessageMismatchException(String message, int sentTag, String sent) {
        super(message);
        this.sentTag = sentTag;
        this.sent = sent;
    }

    /**
     * With a cause.
     *
     * @param message what failed, with its operands, and what to do
     * @param cause what was thrown first
     */
    public MessageMismatchException(String message, Throwable cause) {
        super(message, cause);
        this.sentTag = -1;
        this.sent = null;
    }

    /**
     * The tag of the message that did not fit, where it was to be received.
     *
     * @return 0 or more; less than 0 where it was sent
     */
    public int sentTag() {
        return sentTag;
    }

    /**
     * The elements of the message that did not fit, where it was to be received.
     *
     * @return type and number, such as {@code DOUBLE[5]}; {@code null} where it was sent
     */
    public String sent() {
        return sent;
    }
}
