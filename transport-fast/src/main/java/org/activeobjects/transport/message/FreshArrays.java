package org.activeobjects.transport.message;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;

/** Makes and fills arrays of primitives. */
final class FreshArrays {

    private FreshArrays() {}

    static Object allocate(ElementType type, int count) {
        return switch (type) {
            case DOUBLE -> new double[count];
            case INT -> new int[count];
            case LONG -> new long[count];
            case BYTE -> new byte[count];
            case FLOAT -> new float[count];
            case SHORT -> new short[count];
            case CHAR -> new char[count];
            case BOOLEAN -> new boolean[count];
        };
    }

    /** The elements of a slice in an array of their own. */
    static Object copyOf(Slice slice) {
        return copyInto(allocate(slice.type(), Math.toIntExact(slice.count())), slice);
    }

    /** The elements of a slice in an array of their type and number. */
    static Object copyInto(Object array, Slice slice) {
        slice.transferTo(0, Slice.of(array), 0, slice.byteLength());
        return array;
    }
}
