package org.activeobjects.transport.spi;

/**
 * The 32 bytes before the payload of every frame, in four words of the sender's byte order:
 *
 * <pre>
 *  word 0   kind (8) | type (8) | flags (16) | payload length, bytes (32)
 *  word 1   source endpoint (32) | destination endpoint (32)
 *  word 2   tag (32) | context (32)
 *  word 3   free for the kind (64)
 * </pre>
 *
 * <p>The most significant bits come first in each word. A link carries the words and reads only the
 * flags and the payload length; all else belongs to the matching.
 *
 * <p><b>Threading:</b> a mutable record of one thread.
 */
public final class FrameHeader {

    /** Bytes of a header on every link. */
    public static final int LENGTH = 32;

    /**
     * Bulk data of a transfer that both sides have agreed on: the link may put it into a lane of
     * its own, so that frames without this flag overtake it, and nobody need be woken for it.
     */
    public static final int FLAG_DATA = 1;

    /** The receiver's progress thread is to be woken for this frame, if it sleeps. */
    public static final int FLAG_URGENT = 2;

    private long word0;
    private long word1;
    private long word2;
    private long word3;

    /** A header of zeros. */
    public FrameHeader() {}

    /**
     * Sets every field.
     *
     * @param kind 0 to 255
     * @param type wire id of the element type, or 0
     * @param flags sum of flags
     * @param payloadLength bytes, 0 or more
     * @param sourceEndpoint id of an endpoint, or free for the kind
     * @param destinationEndpoint id of an endpoint, or free for the kind
     * @param tag tag, or free for the kind
     * @param context context, or free for the kind
     * @param word free for the kind
     * @return this
     */
    public FrameHeader set(
            int kind,
            int type,
            int flags,
            int payloadLength,
            int sourceEndpoint,
            int destinationEndpoint,
            int tag,
            int context,
            long word) {
        word0 =
                (long) kind << 56
                        | (long) (type & 0xff) << 48
                        | (long) (flags & 0xffff) << 32
                        | payloadLength & 0xffffffffL;
        word1 = (long) sourceEndpoint << 32 | destinationEndpoint & 0xffffffffL;
        word2 = (long) tag << 32 | context & 0xffffffffL;
        word3 = word;
        return this;
    }

    /**
     * Sets the four words as they came.
     *
     * @param newWord0 word 0
     * @param newWord1 word 1
     * @param newWord2 word 2
     * @param newWord3 word 3
     * @return this
     */
    public FrameHeader setWords(long newWord0, long newWord1, long newWord2, long newWord3) {
        word0 = newWord0;
        word1 = newWord1;
        word2 = newWord2;
        word3 = newWord3;
        return this;
    }

    /**
     * Word 0.
     *
     * @return kind, type, flags, payload length
     */
    public long word0() {
        return word0;
    }

    /**
     * Word 1.
     *
     * @return source and destination endpoint
     */
    public long word1() {
        return word1;
    }

    /**
     * Word 2.
     *
     * @return tag and context
     */
    public long word2() {
        return word2;
    }

    /**
     * Word 3.
     *
     * @return what the kind defines
     */
    public long word3() {
        return word3;
    }

    /**
     * Kind of the frame.
     *
     * @return 0 to 255
     */
    public int kind() {
        return (int) (word0 >>> 56);
    }

    /**
     * Type of the elements.
     *
     * @return wire id, 0 to 255
     */
    public int type() {
        return (int) (word0 >>> 48) & 0xff;
    }

    /**
     * The flags.
     *
     * @return their sum
     */
    public int flags() {
        return (int) (word0 >>> 32) & 0xffff;
    }

    /**
     * Whether a flag is set.
     *
     * @param flag one flag
     * @return true if it is
     */
    public boolean has(int flag) {
        return (flags() & flag) != 0;
    }

    /**
     * Length of the payload. What comes from a peer may be anything: check it.
     *
     * @return bytes
     */
    public int payloadLength() {
        return (int) word0;
    }

    /**
     * Source endpoint.
     *
     * @return its id
     */
    public int sourceEndpoint() {
        return (int) (word1 >>> 32);
    }

    /**
     * Destination endpoint.
     *
     * @return its id
     */
    public int destinationEndpoint() {
        return (int) word1;
    }

    /**
     * Tag.
     *
     * @return any number
     */
    public int tag() {
        return (int) (word2 >>> 32);
    }

    /**
     * Context.
     *
     * @return any number
     */
    public int context() {
        return (int) word2;
    }

    @Override
    public String toString() {
        return "frame kind=%s type=%s flags=%s payloadLength=%s %s.%s.%s"
                .formatted(
                        kind(),
                        type(),
                        flags(),
                        payloadLength(),
                        Long.toHexString(word1),
                        Long.toHexString(word2),
                        Long.toHexString(word3));
    }
}
