package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * Elements off the heap, read and written by index like those of an array.
 *
 * <p>They are of one type; the accessors of another type throw {@code IllegalStateException}, and
 * so does each of them once the memory may be used no more.
 *
 * <p><b>Threading:</b> as with an array.
 */
@SuppressWarnings("ReachabilityFenceUsage") // an access that throws uses no memory any more
public abstract class TypedElements {

    /** Nothing to set. */
    protected TypedElements() {}

    /**
     * The elements, if they are of a type.
     *
     * @param type a primitive type, such as {@code double.class}
     * @return memory of these elements only
     * @throws IllegalStateException if they are of another type, or may be used no more
     */
    protected abstract MemorySegment elements(Class<?> type);

    /**
     * Reads an element of type {@code boolean}.
     *
     * @param index index of the element
     * @return its value
     */
    public final boolean getBoolean(long index) {
        byte value = elements(boolean.class).getAtIndex(ValueLayout.JAVA_BYTE, index);
        Reference.reachabilityFence(this);
        return value != 0;
    }

    /**
     * Writes an element of type {@code boolean}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setBoolean(long index, boolean value) {
        byte bits = (byte) (value ? 1 : 0);
        elements(boolean.class).setAtIndex(ValueLayout.JAVA_BYTE, index, bits);
        Reference.reachabilityFence(this);
    }

    /**
     * Reads an element of type {@code byte}.
     *
     * @param index index of the element
     * @return its value
     */
    public final byte getByte(long index) {
        byte value = elements(byte.class).getAtIndex(ValueLayout.JAVA_BYTE, index);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes an element of type {@code byte}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setByte(long index, byte value) {
        elements(byte.class).setAtIndex(ValueLayout.JAVA_BYTE, index, value);
        Reference.reachabilityFence(this);
    }

    /**
     * Reads an element of type {@code char}.
     *
     * @param index index of the element
     * @return its value
     */
    public final char getChar(long index) {
        char value = elements(char.class).getAtIndex(ValueLayout.JAVA_CHAR, index);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes an element of type {@code char}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setChar(long index, char value) {
        elements(char.class).setAtIndex(ValueLayout.JAVA_CHAR, index, value);
        Reference.reachabilityFence(this);
    }

    /**
     * Reads an element of type {@code short}.
     *
     * @param index index of the element
     * @return its value
     */
    public final short getShort(long index) {
        short value = elements(short.class).getAtIndex(ValueLayout.JAVA_SHORT, index);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes an element of type {@code short}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setShort(long index, short value) {
        elements(short.class).setAtIndex(ValueLayout.JAVA_SHORT, index, value);
        Reference.reachabilityFence(this);
    }

    /**
     * Reads an element of type {@code int}.
     *
     * @param index index of the element
     * @return its value
     */
    public final int getInt(long index) {
        int value = elements(int.class).getAtIndex(ValueLayout.JAVA_INT, index);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes an element of type {@code int}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setInt(long index, int value) {
        elements(int.class).setAtIndex(ValueLayout.JAVA_INT, index, value);
        Reference.reachabilityFence(this);
    }

    /**
     * Reads an element of type {@code float}.
     *
     * @param index index of the element
     * @return its value
     */
    public final float getFloat(long index) {
        float value = elements(float.class).getAtIndex(ValueLayout.JAVA_FLOAT, index);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes an element of type {@code float}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setFloat(long index, float value) {
        elements(float.class).setAtIndex(ValueLayout.JAVA_FLOAT, index, value);
        Reference.reachabilityFence(this);
    }

    /**
     * Reads an element of type {@code long}.
     *
     * @param index index of the element
     * @return its value
     */
    public final long getLong(long index) {
        long value = elements(long.class).getAtIndex(ValueLayout.JAVA_LONG, index);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes an element of type {@code long}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setLong(long index, long value) {
        elements(long.class).setAtIndex(ValueLayout.JAVA_LONG, index, value);
        Reference.reachabilityFence(this);
    }

    /**
     * Reads an element of type {@code double}.
     *
     * @param index index of the element
     * @return its value
     */
    public final double getDouble(long index) {
        double value = elements(double.class).getAtIndex(ValueLayout.JAVA_DOUBLE, index);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes an element of type {@code double}.
     *
     * @param index index of the element
     * @param value its new value
     */
    public final void setDouble(long index, double value) {
        elements(double.class).setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
        Reference.reachabilityFence(this);
    }
}
