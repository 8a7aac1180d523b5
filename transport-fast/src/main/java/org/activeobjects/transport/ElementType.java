package org.activeobjects.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;

/** The type of the elements of a {@link Slice}: one of Java's eight primitives. */
public enum ElementType {
    /** {@code byte}, also what a {@code MemorySegment} without a type is made of. */
    BYTE(1, 0),
    /** {@code boolean}, one byte each, 0 or 1. */
    BOOLEAN(2, 0),
    /** {@code char}. */
    CHAR(3, 1),
    /** {@code short}. */
    SHORT(4, 1),
    /** {@code int}. */
    INT(5, 2),
    /** {@code float}. */
    FLOAT(6, 2),
    /** {@code long}. */
    LONG(7, 3),
    /** {@code double}. */
    DOUBLE(8, 3);

    private static final ElementType[] BY_WIRE_ID = new ElementType[9];

    static {
        for (ElementType type : values()) {
            BY_WIRE_ID[type.wireId] = type;
        }
    }

    private final int wireId;
    private final int shift;

    ElementType(int wireId, int shift) {
        this.wireId = wireId;
        this.shift = shift;
    }

    /**
     * The number that stands for this type on every link.
     *
     * @return 1 to 8
     */
    public int wireId() {
        return wireId;
    }

    /**
     * Binary logarithm of the element's size.
     *
     * @return 0 to 3
     */
    public int shift() {
        return shift;
    }

    /**
     * Size of one element.
     *
     * @return bytes, 1 to 8
     */
    public int size() {
        return 1 << shift;
    }

    /**
     * The type that a number on a link stands for.
     *
     * @param wireId any number
     * @return the type, or {@code null} if the number stands for none
     */
    public static ElementType ofWireId(int wireId) {
        return wireId > 0 && wireId < BY_WIRE_ID.length ? BY_WIRE_ID[wireId] : null;
    }

    /**
     * The type of an array's elements.
     *
     * @param array an array of primitives
     * @return the type
     * @throws IllegalArgumentException if it is anything else
     */
    public static ElementType ofArray(Object array) {
        return switch (array) {
            case double[] _ -> DOUBLE;
            case int[] _ -> INT;
            case long[] _ -> LONG;
            case byte[] _ -> BYTE;
            case float[] _ -> FLOAT;
            case short[] _ -> SHORT;
            case char[] _ -> CHAR;
            case boolean[] _ -> BOOLEAN;
            case null, default ->
                    throw new IllegalArgumentException(
                            "not an array of primitives: type="
                                    + (array == null ? null : array.getClass().getTypeName()));
        };
    }

    /** The length of an array of primitives; for whoever may have meant something else. */
    static int lengthOf(Object array) {
        try {
            var _ = ofArray(array);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage()
                            + "; memory is given with its type, a buffer as a Buffer, an object to"
                            + " sendObject",
                    e);
        }
        return Array.getLength(array);
    }

    /** The primitive type. */
    Class<?> elementClass() {
        return switch (this) {
            case DOUBLE -> double.class;
            case INT -> int.class;
            case LONG -> long.class;
            case BYTE -> byte.class;
            case FLOAT -> float.class;
            case SHORT -> short.class;
            case CHAR -> char.class;
            case BOOLEAN -> boolean.class;
        };
    }

    /** How an element lies in memory, at any address; a boolean as a byte. */
    ValueLayout layout() {
        return switch (this) {
            case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
            case INT -> ValueLayout.JAVA_INT_UNALIGNED;
            case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
            case BYTE, BOOLEAN -> ValueLayout.JAVA_BYTE;
            case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
        };
    }

    /** The length of memory that is to be seen as elements of a type. */
    static long bytesOf(MemorySegment memory, ElementType type) {
        Objects.requireNonNull(type, "the type of the elements is null");
        return Objects.requireNonNull(memory, "the memory of a slice is null").byteSize();
    }

    /** As above, of memory that is to be filled by whole elements. */
    static long wholeBytesOf(MemorySegment memory, ElementType type) {
        long bytes = bytesOf(memory, type);
        if ((bytes & (type.size() - 1)) != 0) {
            throw new IllegalArgumentException(
                    ("length of the memory is no multiple of the element: bytes=%s type=%s;"
                                    + " take a part of it with asSlice")
                            .formatted(bytes, type));
        }
        return bytes;
    }

    /** The type of a buffer's elements; one of several bytes must have this machine's order. */
    static ElementType ofBuffer(Buffer buffer) {
        Objects.requireNonNull(buffer, "the buffer of a slice is null");
        ByteOrder order =
                switch (buffer) {
                    case ByteBuffer _ -> ByteOrder.nativeOrder();
                    case CharBuffer chars -> chars.order();
                    case ShortBuffer shorts -> shorts.order();
                    case IntBuffer ints -> ints.order();
                    case FloatBuffer floats -> floats.order();
                    case LongBuffer longs -> longs.order();
                    case DoubleBuffer doubles -> doubles.order();
                };
        if (order != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException(
                    "a buffer in another byte order than this machine's: order="
                            + order
                            + "; set ByteOrder.nativeOrder() on the ByteBuffer that it views");
        }
        return switch (buffer) {
            case ByteBuffer _ -> BYTE;
            case CharBuffer _ -> CHAR;
            case ShortBuffer _ -> SHORT;
            case IntBuffer _ -> INT;
            case FloatBuffer _ -> FLOAT;
            case LongBuffer _ -> LONG;
            case DoubleBuffer _ -> DOUBLE;
        };
    }
}
