package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.transport.Slice;

import java.util.List;

/** Writes one message: small values into its bytes, large primitive arrays beside them. */
public final class WireOutput extends Output {

    /** Bytes from which on a primitive array travels beside the message. */
    public static final int OUT_OF_BAND = 512;

    private static final byte[] NO_BYTES = new byte[1];

    private final Limits limits;
    private List<Slice> attachments;
    private List<Object> travellers;
    private int nesting;

    /**
     * Without a message yet.
     *
     * @param limits what a message may have
     */
    public WireOutput(Limits limits) {
        this.limits = limits;
    }

    /**
     * Aims this output at a message.
     *
     * @param head array to write into; replaced by a longer one when it is full
     * @param position where to begin
     * @param slices list that gets the large arrays, or {@code null} to keep all in the bytes
     * @param unresolved list that gets what travels unresolved, or {@code null} if nothing may
     */
    public void open(byte[] head, int position, List<Slice> slices, List<Object> unresolved) {
        this.nesting = 0;
        setBuffer(head, Math.max(limits.maxBytes(), head.length));
        setPosition(position);
        this.attachments = slices;
        this.travellers = unresolved;
    }

    /** Lets go of the message. */
    public void release() {
        open(NO_BYTES, 0, null, null);
    }

    /**
     * What travels with the message and is not resolved yet.
     *
     * @return the list that gets it, or {@code null} if nothing may travel so
     */
    public List<Object> travellers() {
        return travellers;
    }

    /**
     * Says that this message becomes a part of another one.
     *
     * @param around that one
     */
    public void nestIn(WireOutput around) {
        this.nesting = around.nesting + 1;
    }

    /**
     * How many messages this one lies within.
     *
     * @return 0 for one by itself
     */
    public int nesting() {
        return nesting;
    }

    /**
     * Puts an array beside the bytes if it is large.
     *
     * @param array a primitive array
     * @param byteLength its length in bytes
     * @return its position among the attachments, or -1 if it belongs into the bytes
     */
    public int attach(Object array, long byteLength) {
        if (attachments == null || byteLength < OUT_OF_BAND) {
            return -1;
        }
        attachments.add(Slice.of(array));
        return attachments.size() - 1;
    }

    /**
     * Writes the number of elements that follow.
     *
     * @param owner class of what they are elements of
     * @param count 0 or more
     */
    public void writeCount(Class<?> owner, int count) {
        Limits.check(owner.getTypeName(), "elements", "maxElements", count, limits.maxElements());
        writeVarInt(count, true);
    }

    @Override
    public void writeString(String text) {
        if (text != null) {
            Limits.check(
                    "java.lang.String",
                    "characters",
                    "maxTextLength",
                    text.length(),
                    limits.maxTextLength());
        }
        super.writeString(text);
    }
}
