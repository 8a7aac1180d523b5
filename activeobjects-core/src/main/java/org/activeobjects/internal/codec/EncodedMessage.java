package org.activeobjects.internal.codec;

import org.activeobjects.transport.Slice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A message under construction: bytes that grow, and the arrays that travel beside them.
 *
 * <p><b>Threading:</b> not safe.
 */
public final class EncodedMessage {

    private static final int FIRST_CAPACITY = 128;

    private final KnownClasses receivers;
    private byte[] head = new byte[FIRST_CAPACITY];
    private int headLength;
    private final List<Slice> attachments = new ArrayList<>();
    private final List<Object> travellers = new ArrayList<>(0);

    /** An empty message that can be read without knowing its sender. */
    public EncodedMessage() {
        this(null);
    }

    /**
     * An empty message.
     *
     * @param receivers which classes they know; {@code null} if nothing but the message will be
     *     known to whoever reads it
     */
    public EncodedMessage(KnownClasses receivers) {
        this.receivers = receivers;
    }

    /** Which classes those that will get it know; null if nothing. */
    KnownClasses receivers() {
        return receivers;
    }

    /**
     * The bytes, for reading.
     *
     * @return the array in use, longer than the message
     */
    public byte[] head() {
        return head;
    }

    /**
     * How many bytes are in use.
     *
     * @return 0 or more
     */
    public int headLength() {
        return headLength;
    }

    /**
     * What travels beside the bytes.
     *
     * @return the list in use; its slices view the arrays of the caller
     */
    public List<Slice> attachments() {
        return attachments;
    }

    /**
     * What the bytes refer to and is not resolved yet; see {@link ReferenceResolver#toWire}.
     *
     * @return the list in use; empty but for messages that carry awaited futures
     */
    public List<Object> travellers() {
        return travellers;
    }

    /**
     * Appends room, for a header that is filled in later.
     *
     * @param length bytes, 0 or more
     * @return index of its first byte
     */
    public int reserve(int length) {
        int start = headLength;
        int needed = Math.addExact(start, length);
        if (needed > head.length) {
            head = Arrays.copyOf(head, Math.max(needed, head.length * 2));
        }
        headLength = needed;
        return start;
    }

    /** Sees to it that there is room behind what is in use. */
    void makeRoom(int length) {
        int start = reserve(length);
        headLength = start;
    }

    /** Takes over what an encoder wrote into the array, or into a longer copy of it. */
    void adopt(byte[] written, int length) {
        head = written;
        headLength = length;
    }

    /** Goes back to an earlier state, so that nothing of a failed encoding is sent. */
    void truncate(int length, int attachmentCount, int travellerCount) {
        headLength = length;
        attachments.subList(attachmentCount, attachments.size()).clear();
        travellers.subList(travellerCount, travellers.size()).clear();
    }
}
