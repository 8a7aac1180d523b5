package org.activeobjects.serial;

/**
 * Gives the parts of one object, for {@link ObjectSerializer#read}, in the order in which they were
 * written.
 *
 * <p><b>Threading:</b> for the thread that called {@code read}, until it returns.
 */
public interface ObjectReader {

    /**
     * Says which object is being read, before what is in it is read, so that it can be referred to
     * from there. To be called at most once.
     *
     * @param object the object, which {@code read} returns when it has filled it
     */
    void made(Object object);

    /**
     * Reads a boolean.
     *
     * @return the value
     */
    boolean readBoolean();

    /**
     * Reads a byte.
     *
     * @return the value
     */
    byte readByte();

    /**
     * Reads a short.
     *
     * @return the value
     */
    short readShort();

    /**
     * Reads a char.
     *
     * @return the value
     */
    char readChar();

    /**
     * Reads an int.
     *
     * @return the value
     */
    int readInt();

    /**
     * Reads a long.
     *
     * @return the value
     */
    long readLong();

    /**
     * Reads a float.
     *
     * @return the value
     */
    float readFloat();

    /**
     * Reads a double.
     *
     * @return the value
     */
    double readDouble();

    /**
     * Reads a text.
     *
     * @return the text, or {@code null}
     */
    String readText();

    /**
     * Reads an object.
     *
     * @param <V> class that it must have
     * @param type that class
     * @return the object, or {@code null}
     * @throws ClassCastException if it has another class
     */
    <V> V readObject(Class<V> type);
}
