package org.activeobjects.transport.posix.socket;

import java.lang.foreign.MemorySegment;

/**
 * Bytes on the heap with the view by which they are copied and handed to the kernel.
 *
 * <p><b>Threading:</b> not safe.
 */
public final class HeapBuffer {

    private final byte[] bytes;
    private final Parts parts;

    /**
     * Zeros.
     *
     * @param length bytes
     */
    public HeapBuffer(int length) {
        bytes = new byte[length];
        parts = new Parts(MemorySegment.ofArray(bytes));
    }

    /**
     * The bytes.
     *
     * @return the array itself
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * The bytes as memory.
     *
     * @return always the same view
     */
    public MemorySegment view() {
        return parts.whole();
    }

    Parts parts() {
        return parts;
    }

    /**
     * Number of bytes.
     *
     * @return its length
     */
    public int length() {
        return bytes.length;
    }
}
