package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.io.Input;

/**
 * Reads one message and never allocates more than its bytes can fill: every length is checked
 * against what is left before room is made for it.
 */
public final class WireInput extends Input {

    private static final byte[] NO_BYTES = {};
    private static final Object[] NO_ARRAYS = {};

    private Object[] attachments = NO_ARRAYS;

    /** Without a message yet. */
    public WireInput() {}

    /**
     * Aims this input at a message.
     *
     * @param head array with the bytes
     * @param offset first byte
     * @param length number of bytes
     * @param arrays what travelled beside them
     */
    public void open(byte[] head, int offset, int length, Object[] arrays) {
        setBuffer(head, offset, length);
        this.attachments = arrays;
    }

    /** Lets go of the message. */
    public void release() {
        open(NO_BYTES, 0, 0, NO_ARRAYS);
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
        return array;
    }

    /**
     * Reads a string that must be there.
     *
     * @return the string, never {@code null}
     */
    public String readText() {
        String text = readString();
        if (text == null) {
            throw new CodecFault("java.lang.String", "text is missing", null);
        }
        return text;
    }

    @Override
    public String readString() {
        int start = position;
        require(1);
        if (readVarIntFlag()) {
            int count = readVarIntFlag(true);
            if (count < 0 || count - 1 > left()) {
                throw new CodecFault(
                        "java.lang.String",
                        "length exceeds the message: characters=" + count + " bytesLeft=" + left(),
                        null);
            }
        }
        position = start;
        return super.readString();
    }

    @Override
    public byte[] readBytes(int length) {
        if (length < 0 || length > left()) {
            throw new CodecFault(
                    null,
                    "length exceeds the message: bytes=" + length + " bytesLeft=" + left(),
                    null);
        }
        return super.readBytes(length);
    }
}
