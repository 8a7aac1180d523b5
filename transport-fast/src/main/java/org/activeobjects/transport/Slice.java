package org.activeobjects.transport;

import org.activeobjects.transport.memory.BooleanArrays;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The elements that an operation reads or fills: a range of a primitive array, of a memory segment,
 * or several of these in a row.
 *
 * <p>A slice views, it never copies. Whoever holds it may {@linkplain #wrap aim it anew}, so that a
 * program that sends the same arrays again and again allocates nothing; while an operation uses a
 * slice, neither the slice nor (for a send) the elements may change.
 *
 * <p><b>Threading:</b> not safe; the thread that starts an operation hands the slice over until the
 * operation is complete.
 *
 * <p><b>Source:</b> the typed direct buffers of mpjbuf and F-MPJ's {@code xxdev}, which pass arrays
 * without serialization; the re-aiming is Agrona's {@code wrap}.
 */
public final class Slice {

    /** A slice of no elements, of type {@code BYTE}. */
    public static final Slice EMPTY = new Slice().wrap(new byte[0], 0, 0);

    private ElementType type = ElementType.BYTE;
    private Object array;
    private MemorySegment memory;
    private RegisteredBuffer.View view;
    private Slice[] parts;
    private long byteOffset;
    private long byteLength;

    /** A slice of no elements, to be aimed by {@link #wrap}. */
    public Slice() {}

    /**
     * A whole array.
     *
     * @param array array of any primitive type
     * @return a new slice
     * @throws IllegalArgumentException if it is not an array of primitives
     */
    public static Slice of(Object array) {
        return of(array, 0, java.lang.reflect.Array.getLength(array));
    }

    /**
     * A range of an array.
     *
     * @param array array of any primitive type
     * @param offset index of the first element
     * @param count number of elements, 0 or more
     * @return a new slice
     * @throws IllegalArgumentException if it is not an array of primitives
     * @throws IndexOutOfBoundsException if the range does not lie in the array
     */
    public static Slice of(Object array, int offset, int count) {
        return new Slice().wrap(array, offset, count);
    }

    /**
     * Memory, seen as elements of a type.
     *
     * @param memory on or off the heap; its length is a multiple of the element's size
     * @param type type of the elements
     * @return a new slice
     * @throws IllegalArgumentException if the length does not fit the type
     */
    public static Slice of(MemorySegment memory, ElementType type) {
        return new Slice().wrap(memory, type);
    }

    /**
     * Several slices in a row, as bytes: a gather list for sends, a scatter list for receives.
     *
     * @param parts the slices, none of them itself a row
     * @return a new slice
     */
    public static Slice gather(Slice... parts) {
        Slice slice = new Slice();
        slice.parts = parts.clone();
        for (Slice part : parts) {
            if (part.parts != null) {
                throw new IllegalArgumentException("a gather list cannot hold a gather list");
            }
            slice.byteLength += part.byteLength;
        }
        return slice;
    }

    /**
     * Aims this slice at a range of an array.
     *
     * @param array array of any primitive type
     * @param offset index of the first element
     * @param count number of elements, 0 or more
     * @return this slice
     * @throws IllegalArgumentException if it is not an array of primitives
     * @throws IndexOutOfBoundsException if the range does not lie in the array
     */
    public Slice wrap(Object array, int offset, int count) {
        ElementType newType = ElementType.ofArray(array);
        int length = java.lang.reflect.Array.getLength(array);
        Objects.checkFromIndexSize(offset, count, length);
        this.type = newType;
        this.array = array;
        this.memory = null;
        this.view = null;
        this.parts = null;
        this.byteOffset = (long) offset << newType.shift();
        this.byteLength = (long) count << newType.shift();
        return this;
    }

    /**
     * Aims this slice at memory.
     *
     * @param newMemory on or off the heap; its length is a multiple of the element's size
     * @param newType type of the elements
     * @return this slice
     * @throws IllegalArgumentException if the length does not fit the type
     */
    public Slice wrap(MemorySegment newMemory, ElementType newType) {
        if ((newMemory.byteSize() & (newType.size() - 1)) != 0) {
            throw new IllegalArgumentException(
                    "length of the memory is no multiple of the element: bytes=%d type=%s"
                            .formatted(newMemory.byteSize(), newType));
        }
        this.type = newType;
        this.array = null;
        this.memory = newMemory;
        this.view = null;
        this.parts = null;
        this.byteOffset = 0;
        this.byteLength = newMemory.byteSize();
        return this;
    }

    /**
     * Aims this slice at a range of a registered buffer.
     *
     * @param newView open view of the buffer
     * @param from index of the first element
     * @param length number of elements, 0 or more
     * @return this slice
     * @throws IndexOutOfBoundsException if the range does not lie in the view
     * @throws IllegalStateException if the view is closed
     */
    public Slice wrapView(RegisteredBuffer.View newView, long from, long length) {
        Objects.checkFromIndexSize(from, length, newView.count());
        int shift = newView.type().shift();
        wrap(newView.segment().asSlice(from << shift, length << shift), newView.type());
        view = newView;
        return this;
    }

    /**
     * The view of a registered buffer behind this slice, to be held while an operation runs.
     *
     * @return the view, or {@code null} if the slice is of something else
     */
    public RegisteredBuffer.View view() {
        return view;
    }

    /**
     * Type of the elements.
     *
     * @return the type; {@code BYTE} for a gather list
     */
    public ElementType type() {
        return type;
    }

    /**
     * Number of elements.
     *
     * @return 0 or more
     */
    public long count() {
        return byteLength >> type.shift();
    }

    /**
     * Length of all elements together.
     *
     * @return bytes, 0 or more
     */
    public long byteLength() {
        return byteLength;
    }

    /**
     * The array behind this slice.
     *
     * @return the array, or {@code null} if the slice views memory or is a gather list
     */
    public Object array() {
        return array;
    }

    /**
     * Where the slice begins in its array.
     *
     * @return bytes from the first element of {@link #array}
     */
    public long byteOffset() {
        return byteOffset;
    }

    /**
     * The memory behind this slice.
     *
     * @return the memory, or {@code null} if the slice views an array or is a gather list
     */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Copies bytes out of this slice.
     *
     * @param from first byte, counted from the start of the slice
     * @param target memory that gets the bytes
     * @param targetOffset first byte there
     * @param length bytes
     * @throws IndexOutOfBoundsException if either range lies outside
     */
    public void copyTo(long from, MemorySegment target, long targetOffset, long length) {
        Objects.checkFromIndexSize(from, length, byteLength);
        if (array != null) {
            SliceCopy.toMemory(type, array, byteOffset + from, target, targetOffset, length);
        } else if (memory != null) {
            requireMemory();
            MemorySegment.copy(memory, from, target, targetOffset, length);
        } else if (parts != null) {
            transferTo(from, of(target, ElementType.BYTE), targetOffset, length);
        }
    }

    /**
     * Copies bytes into this slice.
     *
     * @param from first byte to be filled, counted from the start of the slice
     * @param source memory that has the bytes
     * @param sourceOffset first byte there
     * @param length bytes
     * @throws IndexOutOfBoundsException if either range lies outside
     */
    public void copyFrom(long from, MemorySegment source, long sourceOffset, long length) {
        Objects.checkFromIndexSize(from, length, byteLength);
        if (array != null) {
            SliceCopy.fromMemory(type, array, byteOffset + from, source, sourceOffset, length);
        } else if (memory != null) {
            requireMemory();
            MemorySegment.copy(source, sourceOffset, memory, from, length);
        } else if (parts != null) {
            copyParts(from, source, sourceOffset, length);
        }
    }

    /**
     * Copies bytes from this slice into another, without a detour where both lie in arrays.
     *
     * @param from first byte, counted from the start of this slice
     * @param target slice that gets the bytes; must not overlap this one
     * @param targetFrom first byte to be filled, counted from the start of the target
     * @param length bytes
     * @throws IndexOutOfBoundsException if either range lies outside
     */
    public void transferTo(long from, Slice target, long targetFrom, long length) {
        Objects.checkFromIndexSize(from, length, byteLength);
        Objects.checkFromIndexSize(targetFrom, length, target.byteLength);
        if (parts != null) {
            long start = from;
            long done = 0;
            for (int i = 0; done < length; start = Math.max(0, start - parts[i++].byteLength)) {
                long now = Math.clamp(parts[i].byteLength - start, 0, length - done);
                parts[i].transferTo(
                        Math.min(start, parts[i].byteLength), target, targetFrom + done, now);
                done += now;
            }
        } else if (memory != null) {
            requireMemory();
            target.copyFrom(targetFrom, memory, from, length);
        } else if (length > 0) {
            SliceCopy.fromArray(type, array, byteOffset + from, target, targetFrom, length);
        }
    }

    private void requireMemory() {
        if (view != null) {
            view.requireMemory();
        }
    }

    private void copyParts(long from, MemorySegment source, long sourceOffset, long length) {
        long start = from;
        long done = 0;
        for (Slice part : parts) {
            if (start >= part.byteLength) {
                start -= part.byteLength;
                continue;
            }
            long now = Math.min(length - done, part.byteLength - start);
            part.copyFrom(start, source, sourceOffset + done, now);
            done += now;
            start = 0;
            if (done == length) {
                return;
            }
        }
    }

    @Override
    public String toString() {
        return parts != null ? "gather[" + byteLength + " B]" : type + "[" + count() + "]";
    }

    /** Copies between a primitive array and memory; boolean arrays go byte by byte. */
    private static final class SliceCopy {

        private SliceCopy() {}

        // Whole elements are copied without a view object of the array; a range that cuts an
        // element in two (a chunk of a stream of bytes) takes the view.
        static void toMemory(
                ElementType type,
                Object array,
                long from,
                MemorySegment target,
                long at,
                long length) {
            if (type == ElementType.BOOLEAN) {
                BooleanArrays.toMemory((boolean[]) array, (int) from, target, at, (int) length);
            } else if (wholeElements(type, from, length)) {
                MemorySegment.copy(
                        array,
                        (int) (from >> type.shift()),
                        target,
                        type.layout(),
                        at,
                        (int) (length >> type.shift()));
            } else {
                MemorySegment.copy(type.segmentOf(array), from, target, at, length);
            }
        }

        static void fromMemory(
                ElementType type,
                Object array,
                long from,
                MemorySegment source,
                long at,
                long length) {
            if (type == ElementType.BOOLEAN) {
                BooleanArrays.fromMemory((boolean[]) array, (int) from, source, at, (int) length);
            } else if (wholeElements(type, from, length)) {
                MemorySegment.copy(
                        source,
                        type.layout(),
                        at,
                        array,
                        (int) (from >> type.shift()),
                        (int) (length >> type.shift()));
            } else {
                MemorySegment.copy(source, at, type.segmentOf(array), from, length);
            }
        }

        static void fromArray(
                ElementType type, Object array, long from, Slice target, long start, long length) {
            long targetByte = target.byteOffset + start;
            if (target.array != null
                    && target.type == type
                    && wholeElements(type, from | targetByte, length)) {
                int shift = type.shift();
                System.arraycopy(
                        array,
                        (int) (from >> shift),
                        target.array,
                        (int) (targetByte >> shift),
                        (int) (length >> shift));
            } else if (type == ElementType.BOOLEAN) {
                MemorySegment bytes = MemorySegment.ofArray(new byte[(int) length]);
                BooleanArrays.toMemory((boolean[]) array, (int) from, bytes, 0, (int) length);
                target.copyFrom(start, bytes, 0, length);
            } else {
                target.copyFrom(start, type.segmentOf(array), from, length);
            }
        }

        private static boolean wholeElements(ElementType type, long from, long length) {
            return ((from | length) & (type.size() - 1)) == 0;
        }
    }
}
