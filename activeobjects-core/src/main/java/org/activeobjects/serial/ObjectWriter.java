package org.activeobjects.serial;

/**
 * Takes the parts of one object, for {@link ObjectSerializer#write}.
 *
 * <p><b>Threading:</b> for the thread that called {@code write}, until it returns.
 */
public interface ObjectWriter {

    /**
     * Writes a boolean.
     *
     * @param value any value
     */
    void writeBoolean(boolean value);

    /**
     * Writes a byte.
     *
     * @param value any value
     */
    void writeByte(byte value);

    /**
     * Writes a short.
     *
     * @param value any value
     */
    void writeShort(short value);

    /**
     * Writes a char.
     *
     * @param value any value
     */
    void writeChar(char value);

    /**
     * Writes an int. Small ones take few bytes.
     *
     * @param value any value
     */
    void writeInt(int value);

    /**
     * Writes a long. Small ones take few bytes.
     *
     * @param value any value
     */
    void writeLong(long value);

    /**
     * Writes a float.
     *
     * @param value any value
     */
    void writeFloat(float value);

    /**
     * Writes a double.
     *
     * @param value any value
     */
    void writeDouble(double value);

    /**
     * Writes a text.
     *
     * @param value the text, or {@code null}
     */
    void writeText(String value);

    /**
     * Writes an object with all that it refers to. Stubs, futures and arrays too: large arrays of
     * primitives are not copied. If it cannot be sent, this throws, and so does the call in the
     * end, also if the serializer catches that.
     *
     * @param value any object that could be an argument of a call, or {@code null}
     */
    void writeObject(Object value);
}
