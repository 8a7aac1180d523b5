package org.activeobjects.transport.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Blocks of elements at equal distances, such as a column or a face of a flat matrix, seen as one
 * row of bytes.
 *
 * <p>Blocks of up to eight elements are copied element by element, in loops of one element size
 * each; longer ones block by block. A range may begin and end anywhere, also within an element.
 *
 * <p><b>Threading:</b> immutable; the elements are the caller's.
 *
 * <p><b>Source:</b> {@code MPI_Type_vector}.
 */
public final class Strides {

    private static final int SHORT_BLOCK = 8;

    private final boolean[] booleans;
    private final MemorySegment memory;
    private final long base;
    private final long blockBytes;
    private final long strideBytes;
    private final long byteLength;
    private final int size;

    private Strides(Object container, int size, long offset, long block, long stride, long count) {
        this.booleans = container instanceof boolean[] array ? array : null;
        this.memory =
                switch (container) {
                    case boolean[] _ -> null;
                    case MemorySegment segment -> segment;
                    default -> ArrayCopy.view(container);
                };
        this.size = size;
        this.base = offset * size;
        this.blockBytes = block * size;
        this.strideBytes = stride * size;
        this.byteLength = count * blockBytes;
    }

    /** {@return where the elements lie; {@code null} for an array of booleans} */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Blocks in an array of primitives or in memory.
     *
     * @param container array of primitives, or a {@link MemorySegment}
     * @param size bytes of an element: 1, 2, 4 or 8
     * @param length elements of the container
     * @param offset element with which the first block begins
     * @param block elements of a block, 1 or more
     * @param stride elements from the start of one block to the start of the next
     * @param count number of blocks
     * @return the blocks
     * @throws IllegalArgumentException if blocks overlap
     * @throws IndexOutOfBoundsException if a block does not lie in the container
     */
    public static Strides of(
            Object container,
            int size,
            long length,
            long offset,
            long block,
            long stride,
            long count) {
        if (block < 1 || stride < block || count < 0) {
            throw new IllegalArgumentException(
                    "blocks of 1 or more elements that do not overlap: block=%s stride=%s count=%s"
                            .formatted(block, stride, count));
        }
        boolean isEndless = count - 1 > (Long.MAX_VALUE - block) / stride;
        long span = count == 0 ? 0 : (count - 1) * stride + block;
        Objects.checkFromIndexSize(offset, isEndless ? Long.MAX_VALUE : span, length);
        return new Strides(container, size, offset, block, stride, count);
    }

    /**
     * Length of all blocks together.
     *
     * @return bytes, 0 or more
     */
    public long byteLength() {
        return byteLength;
    }

    /**
     * Copies bytes out of the blocks.
     *
     * @param from first byte of the row
     * @param target gets the bytes
     * @param at first byte there
     * @param length bytes
     */
    public void copyTo(long from, MemorySegment target, long at, long length) {
        moveAll(from, target, at, length, true);
    }

    /**
     * Copies bytes into the blocks.
     *
     * @param from first byte of the row
     * @param source has the bytes
     * @param at first byte there
     * @param length bytes
     */
    public void copyFrom(long from, MemorySegment source, long at, long length) {
        moveAll(from, source, at, length, false);
    }

    private void moveAll(long from, MemorySegment other, long at, long length, boolean isOut) {
        if (FileMemory.isOne(memory, null)) {
            FileMemory.run(() -> move(from, other, at, length, isOut));
        } else {
            move(from, other, at, length, isOut);
        }
    }

    private void move(long from, MemorySegment other, long at, long length, boolean isOut) {
        long block = from / blockBytes;
        long inBlock = from % blockBytes;
        long done = 0;
        if (inBlock != 0) {
            done = Math.min(length, blockBytes - inBlock);
            piece(place(block) + inBlock, other, at, done, isOut);
            block++;
        }
        long whole = (length - done) / blockBytes;
        blocks(place(block), other, at + done, whole, isOut);
        done += whole * blockBytes;
        if (done < length) {
            piece(place(block + whole), other, at + done, length - done, isOut);
        }
    }

    private long place(long block) {
        return base + block * strideBytes;
    }

    /** A part of a block. */
    private void piece(long mine, MemorySegment other, long at, long length, boolean isOut) {
        if (booleans != null) {
            if (isOut) {
                BooleanArrays.toMemory(booleans, (int) mine, other, at, (int) length);
            } else {
                BooleanArrays.fromMemory(booleans, (int) mine, other, at, (int) length);
            }
        } else if (isOut) {
            MemorySegment.copy(memory, mine, other, at, length);
        } else {
            MemorySegment.copy(other, at, memory, mine, length);
        }
    }

    private void blocks(long mine, MemorySegment other, long at, long count, boolean isOut) {
        if (booleans != null || blockBytes > (long) SHORT_BLOCK * size) {
            for (long i = 0; i < count; i++) {
                piece(mine + i * strideBytes, other, at + i * blockBytes, blockBytes, isOut);
            }
            return;
        }
        MemorySegment source = isOut ? memory : other;
        MemorySegment target = isOut ? other : memory;
        long sourceStride = isOut ? strideBytes : blockBytes;
        long targetStride = isOut ? blockBytes : strideBytes;
        long sourceStart = isOut ? mine : at;
        long targetStart = isOut ? at : mine;
        for (long element = 0; element < blockBytes; element += size) {
            long source0 = sourceStart + element;
            long target0 = targetStart + element;
            switch (size) {
                case 8 ->
                        longs(source, source0, sourceStride, target, target0, targetStride, count);
                case 4 -> ints(source, source0, sourceStride, target, target0, targetStride, count);
                case 2 ->
                        shorts(source, source0, sourceStride, target, target0, targetStride, count);
                default ->
                        bytes(source, source0, sourceStride, target, target0, targetStride, count);
            }
        }
    }

    private static void longs(
            MemorySegment source,
            long from,
            long fromStride,
            MemorySegment target,
            long to,
            long toStride,
            long count) {
        ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED;
        for (long i = 0; i < count; i++) {
            target.set(layout, to + i * toStride, source.get(layout, from + i * fromStride));
        }
    }

    private static void ints(
            MemorySegment source,
            long from,
            long fromStride,
            MemorySegment target,
            long to,
            long toStride,
            long count) {
        ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED;
        for (long i = 0; i < count; i++) {
            target.set(layout, to + i * toStride, source.get(layout, from + i * fromStride));
        }
    }

    private static void shorts(
            MemorySegment source,
            long from,
            long fromStride,
            MemorySegment target,
            long to,
            long toStride,
            long count) {
        ValueLayout.OfShort layout = ValueLayout.JAVA_SHORT_UNALIGNED;
        for (long i = 0; i < count; i++) {
            target.set(layout, to + i * toStride, source.get(layout, from + i * fromStride));
        }
    }

    private static void bytes(
            MemorySegment source,
            long from,
            long fromStride,
            MemorySegment target,
            long to,
            long toStride,
            long count) {
        ValueLayout.OfByte layout = ValueLayout.JAVA_BYTE;
        for (long i = 0; i < count; i++) {
            target.set(layout, to + i * toStride, source.get(layout, from + i * fromStride));
        }
    }
}
