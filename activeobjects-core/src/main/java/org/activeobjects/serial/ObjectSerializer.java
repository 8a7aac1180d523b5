package org.activeobjects.serial;

/**
 * Writes and reads the instances of one class, in place of the way that the fields of the class
 * would give.
 *
 * <p>Found with {@code ServiceLoader} when a runtime is made, and to be there on both sides: the
 * name of the class is in {@code META-INF/services/org.activeobjects.serial.ObjectSerializer}. The
 * class that it is for needs no further leave to be sent.
 *
 * <p><b>Threading:</b> one instance is used by all threads at the same time, and should have no
 * state.
 *
 * <p><b>Source:</b> the serializers of Kryo, of which nothing shows here; version and length of a
 * value travel with it, and a copy within a JVM is made by the same two methods.
 *
 * @param <T> the class
 */
public interface ObjectSerializer<T> {

    /**
     * The class whose instances are written, and whose name travels.
     *
     * @return a class or an interface; no enum, no array, nothing that can be thrown, and none of
     *     the classes of the JDK that the runtime can send by itself
     */
    Class<T> type();

    /**
     * Whether instances of subclasses, or of classes that implement the interface, are written by
     * this serializer too. They arrive as what {@link #read} makes of them.
     *
     * @return false, unless overridden
     */
    default boolean coversSubclasses() {
        return false;
    }

    /**
     * Number of the form that {@link #write} writes. To be raised when the form changes.
     *
     * @return 0 or more; 0, unless overridden
     */
    default int version() {
        return 0;
    }

    /**
     * Whether no instance ever changes: then a call within a JVM passes the instance itself.
     *
     * @return false, unless overridden: a copy is passed
     */
    default boolean isImmutable() {
        return false;
    }

    /**
     * Whether {@link #read} calls {@link ObjectReader#made} before it reads objects, so that what
     * is in an instance may refer back to it. Otherwise a graph where it does is refused.
     *
     * @return false, unless overridden
     */
    default boolean allowsCycles() {
        return false;
    }

    /**
     * Writes an instance.
     *
     * @param value the instance, never {@code null}
     * @param out where to
     * @throws RuntimeException if it cannot be sent; the call fails at its caller, with this cause
     */
    void write(T value, ObjectWriter out);

    /**
     * Reads what {@link #write} wrote, all of it and in the same order.
     *
     * @param in where from
     * @param version version of the serializer that wrote it, never more than the own one
     * @return the instance
     * @throws RuntimeException if it is nothing that {@link #write} writes; the message is refused,
     *     with this cause
     */
    T read(ObjectReader in, int version);
}
