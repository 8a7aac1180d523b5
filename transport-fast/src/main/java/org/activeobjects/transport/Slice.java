package org.activeobjects.transport;

import org.activeobjects.transport.memory.ArrayCopy;
import org.activeobjects.transport.memory.ArrayPieces;
import org.activeobjects.transport.memory.FileMemory;
import org.activeobjects.transport.memory.Lifetimes;
import org.activeobjects.transport.memory.Stages;
import org.activeobjects.transport.memory.Strides;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Objects;

/**
 * The elements that an operation reads or fills: a range of a primitive array, of a memory segment,
 * in one piece or in strides, or several of these in a row.
 *
 * <p>A view, never a copy. Whoever holds it may {@linkplain #wrap aim it anew}, which allocates
 * nothing. While an operation uses it, neither it nor (for a send) its elements may change.
 *
 * <p><b>Threading:</b> any number of operations may use it at once while nobody aims it anew.
 *
 * <p><b>Source:</b> typed buffers of mpjbuf and of F-MPJ's {@code xxdev}; Agrona's {@code wrap}.
 */
public final class Slice {

    /** A slice of no elements, of type {@code BYTE}. */
    public static final Slice EMPTY = new Slice().wrap(new byte[0], 0, 0);

    private ElementType type = ElementType.BYTE;
    private Object array;
    private MemorySegment memory;
    private RegisteredBuffer.View view;
    private Strides strides;
    private Slice[] parts;
    private ArrayPieces pieces;
    private long byteOffset;
    private long byteLength;

    /** A slice of no elements, to be aimed by {@link #wrap}. */
    public Slice() {}

    /**
     * A whole array.
     *
     * @param array array of any primitive type
     * @return a new slice
     */
    public static Slice of(Object array) {
        return of(array, 0, ElementType.lengthOf(array));
    }

    /**
     * A range of an array, as {@link #wrap(Object, int, int)}.
     *
     * @param array array of any primitive type
     * @param offset index of the first element
     * @param count number of elements, 0 or more
     * @return a new slice
     */
    public static Slice of(Object array, int offset, int count) {
        return new Slice().wrap(array, offset, count);
    }

    /**
     * Memory, seen as elements of a type, as {@link #wrap(MemorySegment, ElementType)}.
     *
     * @param memory on or off the heap; its length is a multiple of the element's size
     * @param type type of the elements
     * @return a new slice
     */
    public static Slice of(MemorySegment memory, ElementType type) {
        return new Slice().wrap(memory, type);
    }

    /**
     * A buffer of the JDK, from its position to its limit, heap or direct.
     *
     * @param buffer buffer of any element type, in the byte order of this machine
     * @return a new slice, which stays where it is when the buffer's position moves
     * @throws IllegalArgumentException if the byte order is another one
     */
    public static Slice of(Buffer buffer) {
        ElementType type = ElementType.ofBuffer(buffer);
        return of(MemorySegment.ofBuffer(buffer), type);
    }

    /**
     * Blocks of elements at equal distances, such as a column of a flat matrix: an operation moves
     * them as if they lay in a row.
     *
     * @param array array of any primitive type
     * @param offset index of the first element of the first block
     * @param block elements of a block, 1 or more
     * @param stride elements from the start of one block to that of the next, no less
     * @param count number of blocks, 0 or more
     * @return a new slice of {@code block * count} elements
     * @throws IllegalArgumentException if it is not an array of primitives, or blocks overlap
     * @throws IndexOutOfBoundsException if a block does not lie in the array
     */
    public static Slice strided(Object array, int offset, int block, int stride, int count) {
        ElementType type = ElementType.ofArray(array);
        int length = Array.getLength(array);
        return strided(type, Strides.of(array, type.size(), length, offset, block, stride, count));
    }

    /**
     * Blocks of elements at equal distances in memory, with the same rules.
     *
     * @param memory on or off the heap
     * @param type type of the elements
     * @param offset index of the first element of the first block
     * @param block elements of a block, 1 or more
     * @param stride elements from the start of one block to that of the next, no less
     * @param count number of blocks, 0 or more
     * @return a new slice of {@code block * count} elements
     */
    public static Slice strided(
            MemorySegment memory,
            ElementType type,
            long offset,
            long block,
            long stride,
            long count) {
        long length = ElementType.bytesOf(memory, type) >> type.shift();
        return strided(type, Strides.of(memory, type.size(), length, offset, block, stride, count));
    }

    private static Slice strided(ElementType type, Strides strides) {
        Slice slice = new Slice().aim(type, 0, strides.byteLength());
        slice.strides = strides;
        return slice;
    }

    /**
     * Several slices in a row, as bytes: a gather list for sends, a scatter list for receives.
     *
     * @param parts the slices, none of them itself a row
     * @return a new slice
     */
    public static Slice gather(Slice... parts) {
        Slice slice = new Slice();
        slice.parts = Objects.requireNonNull(parts, "the parts of a gather list are null").clone();
        for (Slice part : parts) {
            if (Objects.requireNonNull(part, "a part of a gather list is null").parts != null) {
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
        Objects.checkFromIndexSize(offset, count, Array.getLength(array));
        this.array = array;
        this.memory = null;
        return aim(newType, (long) offset << newType.shift(), (long) count << newType.shift());
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
        long bytes = ElementType.wholeBytesOf(newMemory, newType);
        this.array = null;
        this.memory = newMemory;
        return aim(newType, 0, bytes);
    }

    private Slice aim(ElementType newType, long offset, long length) {
        type = newType;
        pieces = pieces != null && pieces.areOf(array) ? pieces : null;
        view = null;
        strides = null;
        parts = null;
        byteOffset = offset;
        byteLength = length;
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
        Objects.requireNonNull(newView, "the view of a registered buffer is null");
        Objects.checkFromIndexSize(from, length, newView.count());
        int shift = newView.type().shift();
        wrap(newView.segment().asSlice(from << shift, length << shift), newView.type());
        view = newView;
        return this;
    }

    /** {@return the view of a registered buffer, to be held while it is used; or {@code null}} */
    public RegisteredBuffer.View view() {
        return view;
    }

    /** {@return the type of the elements; {@code BYTE} for a gather list} */
    public ElementType type() {
        return type;
    }

    /** {@return the number of elements, 0 or more} */
    public long count() {
        return byteLength >> type.shift();
    }

    /** {@return the length of all elements together, bytes} */
    public long byteLength() {
        return byteLength;
    }

    /** {@return the array; {@code null} if the slice views memory or is not in one piece} */
    public Object array() {
        return array;
    }

    /** {@return the parts of its array for native code; {@code null} if that can see none} */
    public ArrayPieces pieces() {
        pieces = ArrayPieces.of(array, pieces);
        return pieces;
    }

    /** {@return where it begins in its array: bytes from the first element} */
    public long byteOffset() {
        return byteOffset;
    }

    /** {@return the memory; {@code null} if the slice views an array or is not in one piece} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return the memory in which it lies, also in strides; {@code null} if in none} */
    public MemorySegment container() {
        return strides == null ? memory : strides.memory();
    }

    /** {@return the parts of a gather list, not to be changed; {@code null} of any other slice} */
    public Slice[] parts() {
        return parts;
    }

    /** {@return false if the calling thread cannot get at all of it now: its memory was closed} */
    public boolean isAccessible() {
        boolean isAccessible = true;
        for (int i = 0; parts != null && i < parts.length; i++) {
            isAccessible &= parts[i].isAccessible();
        }
        return isAccessible && Lifetimes.isAccessible(container());
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
        Objects.requireNonNull(target, "the memory to copy to is null");
        Objects.checkFromIndexSize(from, length, byteLength);
        if (array != null) {
            long start = byteOffset + from;
            ArrayCopy.toMemory(array, type.layout(), start, target, targetOffset, length);
        } else if (memory != null) {
            requireMemory();
            FileMemory.copyOut(memory, view, from, target, targetOffset, length);
        } else if (strides != null) {
            strides.copyTo(from, target, targetOffset, length);
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
        Objects.requireNonNull(source, "the memory to copy from is null");
        Objects.checkFromIndexSize(from, length, byteLength);
        if (array != null) {
            long start = byteOffset + from;
            ArrayCopy.fromMemory(array, type.layout(), start, source, sourceOffset, length);
        } else if (memory != null) {
            requireMemory();
            FileMemory.copyIn(memory, view, from, source, sourceOffset, length);
        } else if (strides != null) {
            strides.copyFrom(from, source, sourceOffset, length);
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
            long skip = from;
            long done = 0;
            for (int i = 0; done < length; i++) {
                long start = Math.min(skip, parts[i].byteLength);
                long now = Math.min(length - done, parts[i].byteLength - start);
                parts[i].transferTo(start, target, targetFrom + done, now);
                skip -= start;
                done += now;
            }
        } else if (memory != null && !FileMemory.isOne(memory, view)) {
            requireMemory();
            target.copyFrom(targetFrom, memory, from, length);
        } else if (strides != null
                && target.memory != null
                && !FileMemory.isOne(target.memory, target.view)) {
            target.requireMemory();
            strides.copyTo(from, target.memory, targetFrom, length);
        } else if (array != null && target.array != null && target.type == type) {
            long at = target.byteOffset + targetFrom;
            ArrayCopy.between(array, type.layout(), byteOffset + from, target.array, at, length);
        } else if (strides != null || memory != null || type == ElementType.BOOLEAN) {
            copyStaged(from, target, targetFrom, length);
        } else if (length > 0) {
            target.copyFrom(targetFrom, ArrayCopy.view(array), byteOffset + from, length);
        }
    }

    /** What neither lies in one piece nor has a view goes by way of some bytes in between. */
    private void copyStaged(long from, Slice target, long targetFrom, long length) {
        MemorySegment stage = Stages.take();
        for (long done = 0; done < length; done += Stages.LENGTH) {
            long now = Math.min(Stages.LENGTH, length - done);
            copyTo(from + done, stage, 0, now);
            target.copyFrom(targetFrom + done, stage, 0, now);
        }
        Stages.giveBack(stage);
    }

    private void requireMemory() {
        if (view != null) {
            view.requireMemory();
        }
    }

    private void copyParts(long from, MemorySegment source, long sourceOffset, long length) {
        long skip = from;
        long done = 0;
        for (int i = 0; done < length; i++) {
            long start = Math.min(skip, parts[i].byteLength);
            long now = Math.min(length - done, parts[i].byteLength - start);
            parts[i].copyFrom(start, source, sourceOffset + done, now);
            skip -= start;
            done += now;
        }
    }

    @Override
    public String toString() {
        return parts != null ? "gather[" + byteLength + " B]" : type + "[" + count() + "]";
    }
}
