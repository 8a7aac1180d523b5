package org.activeobjects.transport.contract;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;

/** Bytes of one message in memory of a kind drawn at random: an array, parts of one, no array. */
record RandomMemory(Slice slice, Runnable release) {

    private static final byte SPOILT = 77;

    static RandomMemory draw(Transport owner, int length, Random random) {
        int offset = 8 * random.nextInt(3);
        return switch (random.nextInt(4)) {
            case 0 -> lasting(Slice.of(new byte[offset + length + 3], offset, length));
            case 1 -> lasting(strided(offset, length, 1 + random.nextInt(3)));
            case 2 -> {
                MemorySegment memory = Arena.ofAuto().allocate(offset + length + 1L, 8);
                yield lasting(Slice.of(memory.asSlice(offset, length), ElementType.BYTE));
            }
            default -> registered(owner, offset, length);
        };
    }

    private static RandomMemory lasting(Slice slice) {
        return new RandomMemory(slice, () -> {});
    }

    /** Blocks of 512 or 8 bytes or of one, as the length divides, a few blocks apart. */
    private static Slice strided(int offset, int length, int apart) {
        int block = length % 512 == 0 ? 512 : length % 8 == 0 ? 8 : 1;
        int count = length / block;
        byte[] array = new byte[offset + count * block * apart + 1];
        return Slice.strided(array, offset, block, block * apart, count);
    }

    private static RandomMemory registered(Transport owner, int offset, int length) {
        RegisteredBuffer buffer = owner.allocate(offset + length + 1L);
        RegisteredBuffer.View view = buffer.view(ElementType.BYTE);
        return new RandomMemory(
                view.slice(offset, length),
                () -> {
                    view.close();
                    buffer.close();
                });
    }

    void put(byte[] content) {
        slice.copyFrom(0, MemorySegment.ofArray(content), 0, content.length);
    }

    /** The first bytes; the memory is not used again. */
    byte[] take(int length) {
        byte[] content = new byte[length];
        slice.copyTo(0, MemorySegment.ofArray(content), 0, length);
        release.run();
        return content;
    }

    /** Overwrites it; it is not used again. */
    void spoil() {
        byte[] other = new byte[Math.toIntExact(slice.byteLength())];
        Arrays.fill(other, SPOILT);
        put(other);
        release.run();
    }
}
