package org.activeobjects.internal.codec.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A place in a short message, and the few forms of numbers that are written or read there: the same
 * bytes as {@link WireOutput} and {@link WireInput}.
 *
 * <p>Whoever writes has seen to it that there is room. Whoever reads asks in the end whether the
 * message {@link #isRight}: what lies outside of it is read as 0.
 *
 * <p><b>Threading:</b> not safe; does not leave the method that makes it.
 */
public final class Brief {

    /** Bytes of the longest number. */
    public static final int LONGEST_NUMBER = 9;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int MORE = 0x80;
    private static final int GROUP = 0x7f;
    private static final int GROUP_BITS = 7;

    /** Bits of all groups of a long but the last, which is a whole byte. */
    private static final int LAST_SHIFT = 56;

    private final byte[] bytes;
    private final int end;
    private int position;
    private boolean isWrong;

    /**
     * A place.
     *
     * @param bytes the array that the message is in
     * @param start where to begin
     * @param end index behind the last byte that may be read
     */
    public Brief(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    /**
     * Where it is.
     *
     * @return index behind what has been written or read
     */
    public int position() {
        return position;
    }

    /**
     * Whether all that has been read lay in the message, and that is over.
     *
     * @return false if there is something wrong with it
     */
    public boolean isRight() {
        return !isWrong && position == end;
    }

    /**
     * Writes a number that is seldom negative.
     *
     * @param value short if it is small and not negative
     */
    public void writeCount(int value) {
        int left = value;
        while ((left & ~GROUP) != 0) {
            bytes[position++] = (byte) (left | MORE);
            left >>>= GROUP_BITS;
        }
        bytes[position++] = (byte) left;
    }

    /**
     * Writes an {@code int}.
     *
     * @param value short if it is near to 0
     */
    public void writeInt(int value) {
        writeCount(value << 1 ^ value >> 31);
    }

    /**
     * Writes a {@code long}.
     *
     * @param value short if it is near to 0
     */
    public void writeLong(long value) {
        long left = value << 1 ^ value >> 63;
        for (int shift = 0; shift < LAST_SHIFT && (left & ~GROUP) != 0; shift += GROUP_BITS) {
            bytes[position++] = (byte) (left | MORE);
            left >>>= GROUP_BITS;
        }
        bytes[position++] = (byte) left;
    }

    /**
     * Writes a {@code double}.
     *
     * @param value any
     */
    public void writeDouble(double value) {
        LONG.set(bytes, position, Double.doubleToLongBits(value));
        position += Long.BYTES;
    }

    /**
     * Writes a {@code boolean}.
     *
     * @param value any
     */
    public void writeBoolean(boolean value) {
        bytes[position++] = (byte) (value ? 1 : 0);
    }

    private byte next() {
        if (position < end) {
            return bytes[position++];
        }
        isWrong = true;
        return 0;
    }

    /**
     * Reads what {@link #writeCount} has written.
     *
     * @return any number
     */
    public int readCount() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += GROUP_BITS) {
            byte group = next();
            value |= (group & GROUP) << shift;
            if (group >= 0) {
                return value;
            }
        }
        isWrong = true;
        return 0;
    }

    /**
     * Reads what {@link #writeInt} has written.
     *
     * @return any number
     */
    public int readInt() {
        int folded = readCount();
        return folded >>> 1 ^ -(folded & 1);
    }

    /**
     * Reads what {@link #writeLong} has written.
     *
     * @return any number
     */
    public long readLong() {
        long folded = 0;
        int shift = 0;
        byte group;
        do {
            group = next();
            boolean isLast = shift == LAST_SHIFT;
            folded |= (long) (isLast ? group : group & GROUP) << shift;
            shift += GROUP_BITS;
        } while (group < 0 && shift <= LAST_SHIFT);
        return folded >>> 1 ^ -(folded & 1);
    }

    /**
     * Reads what {@link #writeDouble} has written.
     *
     * @return any number
     */
    public double readDouble() {
        if (end - position < Long.BYTES) {
            isWrong = true;
            return 0;
        }
        long bits = (long) LONG.get(bytes, position);
        position += Long.BYTES;
        return Double.longBitsToDouble(bits);
    }

    /**
     * Reads what {@link #writeBoolean} has written.
     *
     * @return whether it is {@code true}
     */
    public boolean readBoolean() {
        return next() == 1;
    }
}
