package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.IdentityObjectIntMap;

import org.activeobjects.transport.Slice;

import java.util.List;

/** Writes one message: small values into its bytes, large primitive arrays beside them. */
public final class WireOutput extends Output {

    /** Bytes from which on a primitive array travels beside the message. */
    public static final int OUT_OF_BAND = 512;

    private static final byte[] NO_BYTES = new byte[1];

    /** Characters up to which Kryo itself writes a text, in a shorter form if it is ASCII. */
    private static final int BRIEF = 32;

    /** Characters from which on a text that comes again is written as a reference to the first. */
    static final int SHARED = 64;

    /**
     * What stands before the place of a text that was written before: a length of 0 in two bytes,
     * as no text has it.
     */
    static final byte REFERENCE = (byte) 0xC0;

    private static final int KEPT_CAPACITY = 1 << 10;

    private static final int CHUNK = 1 << 10;
    private static final int LAST_ASCII = 0x7F;
    private static final int LAST_OF_TWO_BYTES = 0x7FF;

    private final Limits limits;
    private List<Slice> attachments;
    private List<Object> travellers;
    private int nesting;
    private char[] chunk;
    private int start;

    /** Where in the message the longer texts stand, by their identity. */
    private final IdentityObjectIntMap<String> texts = new IdentityObjectIntMap<>();

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
        this.start = position;
        if (texts.size > 0) {
            texts.clear(KEPT_CAPACITY);
        }
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
        if (text == null || text.length() <= BRIEF) {
            super.writeString(text);
        } else if (!isShared(text)) {
            writeLong(text);
        }
    }

    /** Whether the text stands in the message already: then all is written that is needed. */
    private boolean isShared(String text) {
        if (text.length() < SHARED) {
            return false;
        }
        int known = texts.get(text, -1);
        if (known < 0) {
            texts.put(text, position - start);
            return false;
        }
        writeByte(REFERENCE);
        writeByte(0);
        writeVarInt(known, true);
        return true;
    }

    /**
     * Writes what Kryo would; by chunks, which a compiler turns into vectors where all is ASCII.
     */
    private void writeLong(String text) {
        int length = text.length();
        writeVarIntFlag(true, length + 1, true);
        chunk = chunk == null ? new char[CHUNK] : chunk;
        for (int begin = 0; begin < length; begin += CHUNK) {
            int count = Math.min(CHUNK, length - begin);
            text.getChars(begin, begin + count, chunk, 0);
            if (!writeAscii(count)) {
                for (int i = 0; i < count; i++) {
                    writeEncoded(chunk[i]);
                }
            }
        }
    }

    /** Writes the beginning of the chunk, unless there is something in it that is not ASCII. */
    private boolean writeAscii(int count) {
        require(count);
        byte[] to = buffer;
        char[] from = chunk;
        int at = position;
        int seen = 0;
        for (int i = 0; i < count; i++) {
            char next = from[i];
            seen |= next;
            to[at + i] = (byte) next;
        }
        boolean isAscii = seen <= LAST_ASCII;
        position += isAscii ? count : 0;
        return isAscii;
    }

    /** Each half of a surrogate pair by itself, so that halves without the other travel, too. */
    private void writeEncoded(char next) {
        if (next <= LAST_ASCII) {
            writeByte(next);
        } else if (next <= LAST_OF_TWO_BYTES) {
            writeByte(0xC0 | next >> 6);
            writeByte(0x80 | next & 0x3F);
        } else {
            writeByte(0xE0 | next >> 12);
            writeByte(0x80 | next >> 6 & 0x3F);
            writeByte(0x80 | next & 0x3F);
        }
    }
}
