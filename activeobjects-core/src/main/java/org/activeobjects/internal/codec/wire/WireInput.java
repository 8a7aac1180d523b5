package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.util.IntMap;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Reads one message and never allocates more than its bytes can fill: every length is checked
 * against what is left before room is made for it.
 */
public final class WireInput extends Input {

    private static final byte[] NO_BYTES = {};
    private static final Object[] NO_ARRAYS = {};

    /** What even the shortest message may cost, and what each byte adds to that. */
    private static final int FREE_STEPS = 1 << 20;

    private static final int STEPS_PER_BYTE = 256;
    private static final int FREE_MEMORY = 1 << 16;
    private static final int MEMORY_PER_BYTE = 256;

    private static final int KEPT_CHARACTERS = 1 << 12;
    private static final int KEPT_TEXTS = 1 << 10;

    /** Texts that are shorter take less than it takes to try. */
    private static final int BRIEF = 32;

    /** What a byte that is not ASCII becomes where ASCII is expected. */
    private static final char NOT_ASCII = '\uFFFD';

    private final Limits limits;
    private Object[] attachments = NO_ARRAYS;
    private final BitSet claimed = new BitSet();
    private final List<Object> shared = new ArrayList<>(0);
    private int nesting;
    private long unclaimed;
    private long steps;
    private long memory;
    private int start;

    /** The longer texts, by their places in the message. */
    private final IntMap<String> texts = new IntMap<>();

    private long repeated;

    /**
     * Without a message yet.
     *
     * @param limits what a message may have
     */
    public WireInput(Limits limits) {
        this.limits = limits;
    }

    /**
     * Aims this input at a message.
     *
     * @param head array with the bytes
     * @param offset first byte
     * @param length number of bytes
     * @param arrays what travelled beside them
     * @param depth messages around this one, 0 for one by itself
     */
    public void open(byte[] head, int offset, int length, Object[] arrays, int depth) {
        setBuffer(head, offset, length);
        this.attachments = arrays;
        this.claimed.clear();
        this.shared.clear();
        this.nesting = depth;
        this.unclaimed = length;
        this.start = offset;
        this.repeated = 0;
        if (texts.size > 0) {
            texts.clear(KEPT_TEXTS);
        }
        this.steps = (depth == 0 ? FREE_STEPS : 0) + (long) length * STEPS_PER_BYTE;
        this.memory = (depth == 0 ? FREE_MEMORY : 0) + (long) length * MEMORY_PER_BYTE;
        Limits.check(null, "bytes", "maxBytes", length, limits.maxBytes());
    }

    /** Lets go of the message. */
    public void release() {
        open(NO_BYTES, 0, 0, NO_ARRAYS, 0);
        if (chars.length > KEPT_CHARACTERS) {
            chars = new char[KEPT_CHARACTERS];
        }
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
     * Gives up if to take the message in would take longer than its length justifies.
     *
     * @param className class of what takes the time
     * @param count steps that are about to be done, 0 or more
     */
    public void spendSteps(String className, long count) {
        steps -= count;
        if (steps < 0) {
            throw new CodecFault(
                    className,
                    "keys of a set or map take too long to hash and compare for so short a message",
                    "send a list, or keys that share less and have better hash codes");
        }
    }

    /**
     * Gives up if the message would take more memory than its length justifies.
     *
     * @param className class of what takes the memory
     * @param bytes bytes that are about to be allocated for next to no bytes of the message
     */
    public void spendMemory(String className, long bytes) {
        memory -= bytes;
        if (memory < 0) {
            throw new CodecFault(
                    className, "values take too much memory for so short a message", null);
        }
    }

    /**
     * What travelled beside the bytes.
     *
     * @return the array in use, as the message brought it
     */
    public Object[] attachments() {
        return attachments;
    }

    /**
     * Bytes not read yet.
     *
     * @return 0 or more
     */
    public int left() {
        return limit - position;
    }

    /**
     * Reads the number of elements that follow.
     *
     * @param elementSize bytes that each of them takes at least, 1 or more
     * @return 0 or more
     */
    public int readCount(int elementSize) {
        int count = readVarInt(true);
        if (count < 0 || count > left() / elementSize) {
            throw new CodecFault(
                    null,
                    "length exceeds the message: elements=" + count + " bytesLeft=" + left(),
                    null);
        }
        Limits.check(null, "elements", "maxElements", count, limits.maxElements());
        // No byte can be the element of two containers: those in each other must share the bytes.
        unclaimed -= (long) count * elementSize;
        if (unclaimed < 0) {
            throw new CodecFault(
                    null, "lengths add up to more than the message: elements=" + count, null);
        }
        return count;
    }

    /**
     * Looks up an array that travelled beside the bytes.
     *
     * @param index its position among the attachments
     * @param type class that it must have
     * @return the array
     */
    public Object attachment(int index, Class<?> type) {
        if (index < 0 || index >= attachments.length) {
            throw new CodecFault(
                    type.getTypeName(),
                    "attachment is missing: index=" + index + " attachments=" + attachments.length,
                    null);
        }
        Object array = attachments[index];
        if (array == null || array.getClass() != type) {
            throw new CodecFault(
                    type.getTypeName(),
                    "attachment is of another type: index="
                            + index
                            + " type="
                            + (array == null ? null : array.getClass().getTypeName()),
                    null);
        }
        if (claimed.get(index)) {
            shared.add(array);
        }
        claimed.set(index);
        return array;
    }

    /** An object of the message is referred to once more. */
    void metAgain(Object object) {
        if (object.getClass().isArray() && object.getClass().getComponentType().isPrimitive()) {
            shared.add(object);
        }
    }

    /** Takes those arrays out of the attachments that the message refers to more than once. */
    void dropShared() {
        if (shared.isEmpty()) {
            return;
        }
        Set<Object> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(shared);
        for (int i = 0; i < attachments.length; i++) {
            if (all.contains(attachments[i])) {
                attachments[i] = null;
            }
        }
    }

    /**
     * How often arrays of primitives were referred to that something else of the message has, too.
     *
     * @return 0 or more
     */
    public int sharings() {
        return shared.size();
    }

    /**
     * Pays for the copy of an array of primitives, unless nothing else of the message has it: then
     * its bytes have come for it alone.
     *
     * @param array the array that is copied
     * @param before {@link #sharings} before it was read
     * @throws CodecFault if too much is made of too few bytes
     */
    public void spendCopy(Object array, int before) {
        if (sharings() != before) {
            spendMemory(array.getClass().getTypeName(), (long) Array.getLength(array) * Long.BYTES);
        }
    }

    /**
     * Reads a string that must be there, and of which something else is made: one that was written
     * before is paid for.
     *
     * @return the string, never {@code null}
     * @throws CodecFault if it is missing, or too much is made of too few bytes
     */
    public String readText() {
        long before = repeated;
        String text = readString();
        if (text == null) {
            throw new CodecFault("java.lang.String", "text is missing", null);
        }
        spendMemory("java.lang.String", (repeated - before) * Character.BYTES);
        return text;
    }

    /**
     * Characters of the texts that were referred to and not written again, each time counted.
     *
     * @return 0 or more
     */
    long repeated() {
        return repeated;
    }

    @Override
    public String readString() {
        return isReference() ? readShared() : readWritten();
    }

    private boolean isReference() {
        return left() >= 2 && buffer[position] == WireOutput.REFERENCE && buffer[position + 1] == 0;
    }

    private String readShared() {
        int here = position;
        position += 2;
        int place = readVarInt(true);
        String text = texts.get(place);
        if (text == null) {
            text = readPassedOver(place, here);
        }
        repeated += text.length();
        return text;
    }

    /** A hook need not read what another has written, though others refer to it. */
    private String readPassedOver(int place, int here) {
        int next = position;
        String text = null;
        if (place >= 0 && place < here - start) {
            position = start + place;
            text = isReference() || !readVarIntFlag() ? null : readWritten();
        }
        if (text == null || text.length() < WireOutput.SHARED) {
            throw new CodecFault("java.lang.String", "no text is there: place=" + place, null);
        }
        spendMemory("java.lang.String", 2L * text.length());
        position = next;
        return text;
    }

    private String readWritten() {
        int begin = position;
        int count = 0;
        require(1);
        if (readVarIntFlag()) {
            count = readVarIntFlag(true);
            if (count < 0 || count - 1 > left()) {
                throw new CodecFault(
                        "java.lang.String",
                        "length exceeds the message: characters=" + count + " bytesLeft=" + left(),
                        null);
            }
        }
        String text = count > BRIEF ? readAscii(count - 1) : null;
        if (text == null) {
            position = begin;
            text = super.readString();
        }
        if (text != null) {
            Limits.check(
                    "java.lang.String",
                    "characters",
                    "maxTextLength",
                    text.length(),
                    limits.maxTextLength());
        }
        if (text != null && text.length() >= WireOutput.SHARED) {
            texts.put(begin - start, text);
        }
        return text;
    }

    /** Null if some of so many bytes are not ASCII. */
    private String readAscii(int count) {
        String text = new String(buffer, position, count, StandardCharsets.US_ASCII);
        if (text.indexOf(NOT_ASCII) >= 0) {
            return null;
        }
        position += count;
        return text;
    }

    /**
     * Refuses a length that the rest of the message does not have.
     *
     * @param length number of bytes
     */
    public void checkLeft(int length) {
        if (length < 0 || length > left()) {
            throw new CodecFault(
                    null,
                    "length exceeds the message: bytes=" + length + " bytesLeft=" + left(),
                    null);
        }
    }

    @Override
    public byte[] readBytes(int length) {
        checkLeft(length);
        return super.readBytes(length);
    }
}
