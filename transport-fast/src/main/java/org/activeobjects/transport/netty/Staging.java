package org.activeobjects.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Off-heap memory in which frames lie one after another on their way to the socket.
 *
 * <p><b>Threading:</b> guarded by the lock of its link.
 */
final class Staging {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final ByteBuf buffer;
    private final MemorySegment memory;

    Staging(ByteBufAllocator allocator, int capacity) {
        buffer = allocator.directBuffer(capacity, capacity);
        memory = MemorySegment.ofBuffer(buffer.nioBuffer(0, capacity));
    }

    boolean hasRoomFor(int payloadLength) {
        return buffer.writableBytes() >= FrameHeader.LENGTH + payloadLength;
    }

    /** Appends a frame for which there is room. */
    void append(FrameHeader header, Slice payload, long offset, int length) {
        int at = buffer.writerIndex();
        memory.set(WORD, at, header.word0());
        memory.set(WORD, at + 8L, header.word1());
        memory.set(WORD, at + 16L, header.word2());
        memory.set(WORD, at + 24L, header.word3());
        if (length > 0) {
            payload.copyTo(offset, memory, at + (long) FrameHeader.LENGTH, length);
        }
        buffer.writerIndex(at + FrameHeader.LENGTH + length);
    }

    int bytes() {
        return buffer.readableBytes();
    }

    /** A view of what is not written yet, valid until the next call of this. */
    ByteBuffer unwritten() {
        return buffer.internalNioBuffer(buffer.readerIndex(), buffer.readableBytes());
    }

    void written(int bytes) {
        buffer.skipBytes(bytes);
    }

    /** Makes it empty again, when all is written. */
    void clear() {
        buffer.clear();
    }

    /** Gives the memory away, with what is not written yet: whoever has it releases it. */
    ByteBuf handOver() {
        return buffer;
    }

    void release() {
        buffer.release();
    }
}
