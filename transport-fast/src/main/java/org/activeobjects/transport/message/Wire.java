package org.activeobjects.transport.message;

/**
 * Kinds of frames and what their headers mean. A field that is not named is 0.
 *
 * <p><b>Threading:</b> constants.
 */
public final class Wire {

    /** Elements at once: type, endpoints, tag, context; the payload are the elements. */
    public static final int EAGER = 1;

    /**
     * Elements are ready: type, endpoints, tag, context; word: sender's id (16), bytes (48). The
     * payload: nothing, or the handle by which the receiver may read them by itself (64 bits, in
     * the sender's byte order).
     */
    public static final int READY_TO_SEND = 2;

    /** The receive is known: word: sender's id (32), receiver's id (32). */
    public static final int CLEAR_TO_SEND = 3;

    /** The receive does not fit: type is a reason, tag the sender's id; payload: UTF-8 text. */
    public static final int REFUSAL = 4;

    /** Elements of a transfer: source field: receiver's id; word: offset in bytes. */
    public static final int DATA = 5;

    /** Eager bytes that have found their receive: word: bytes. */
    public static final int CREDIT = 6;

    /**
     * A message in one frame: type: handler; tag: stream; context: length of the head; source
     * field: number of attachments. The payload: a table of 8 bytes per attachment (type (8), count
     * (56), in the sender's byte order), the head, the attachments.
     */
    public static final int MESSAGE = 7;

    /** A message that comes in parts: as {@link #MESSAGE}, without payload; word: total length. */
    public static final int BULK = 8;

    /**
     * A piece of the oldest such message whose parts are not all here with the id in the source
     * field; destination field: part (0 table, 1 head, then attachments); word: offset in the part.
     */
    public static final int BULK_DATA = 9;

    /** Bytes of messages that have been handled: word: bytes. */
    public static final int BULK_CREDIT = 10;

    /** The sender closes in good order, and sends no more frame without {@code FLAG_DATA}. */
    public static final int BYE = 11;

    /** The rest of a transfer will not come: source field: receiver's id. Goes where data goes. */
    public static final int ABORT = 12;

    /** The receiver has read the announced elements by itself: word: sender's id (32), 0 (32). */
    public static final int PULLED = 13;

    /**
     * The rest of a message that comes in parts will not come: source field: its id. Goes where its
     * pieces go.
     */
    public static final int BULK_ABORT = 14;

    /**
     * An endpoint of the sender is closed: source field: its number; payload: UTF-8 text why, or
     * nothing. Nothing that it sends comes behind this, but what both sides have agreed on.
     */
    public static final int ENDPOINT_CLOSED = 15;

    /**
     * A runtime has opened a table of handlers: source field: its number there; word: digest of the
     * numbering; payload: UTF-8 text, the name, a line end, the numbering (cut).
     */
    public static final int TABLE_HELLO = 20;

    /**
     * The answer, when the table is open here too: source field: the number from the hello; word:
     * the number here, or 0 if they differ; payload: then UTF-8 text why.
     */
    public static final int TABLE_ANSWER = 21;

    /** A short request: type: handler; source field: table there; payload: 0 to 8 words of 8. */
    public static final int SHORT_REQUEST = 22;

    /**
     * Its reply: as {@link #SHORT_REQUEST}; word: requests that have been handled, this one too.
     */
    public static final int SHORT_REPLY = 23;

    /** Requests that have been handled without a reply: word: how many. */
    public static final int SHORT_CREDIT = 24;

    /**
     * A bulk request: as {@link #SHORT_REQUEST}; destination field: an id; tag: type of the
     * elements; word: bytes of the elements.
     */
    public static final int BULK_REQUEST = 25;

    /** A piece of its elements: source field: the id; word: offset in bytes. */
    public static final int BULK_PIECE = 26;

    /**
     * A bulk request is refused: source field: the id; payload: UTF-8 text why. Type: 0, or {@link
     * #BROKEN_OFF} if it was accepted before, and no more of its elements are taken.
     */
    public static final int BULK_REFUSAL = 27;

    /** There is room for the elements of a bulk request: source field: the id. */
    public static final int BULK_ACCEPT = 28;

    /**
     * The rest of the elements of a bulk request will not come: source field: the id. Goes where
     * its pieces go.
     */
    public static final int BULK_END = 29;

    /** Reason of a {@link #REFUSAL}: type or count do not fit. */
    public static final int MISMATCH = 1;

    /** Reason of a {@link #REFUSAL}: the endpoint is closed. */
    public static final int NO_ENDPOINT = 2;

    /** Reason of a {@link #REFUSAL}: the receiver could not read the elements by itself. */
    public static final int UNREADABLE = 3;

    /**
     * Reason of a {@link #REFUSAL}, of elements that came at once: type or count did not fit. Here
     * the source field is the endpoint that has sent them, the tag the one that got them, and word
     * 3 their context.
     */
    public static final int LATE_MISMATCH = 4;

    /**
     * Reason of a {@link #REFUSAL}, of elements that are on their way: the receiver takes no more
     * of them. Here the tag is the receiver's id.
     */
    public static final int BROKEN_OFF = 5;

    /** Flag of {@link #EAGER} and {@link #READY_TO_SEND}: the elements are bytes of an object. */
    public static final int FLAG_OBJECT = 1 << 8;

    /** Flag of the same: sent by an exchange, which finds out by itself what does not fit. */
    public static final int FLAG_EXCHANGE = 1 << 9;

    /** Bytes of a handle in {@link #READY_TO_SEND}. */
    public static final int HANDLE_LENGTH = 8;

    /** Longest text in a refusal, bytes. */
    public static final int MAX_TEXT = 1024;

    /** What a frame counts beside its payload, where memory is bounded. */
    public static final int OVERHEAD = 64;

    /** Most attachments of one message. */
    public static final int MAX_ATTACHMENTS = 1 << 20;

    private Wire() {}
}
