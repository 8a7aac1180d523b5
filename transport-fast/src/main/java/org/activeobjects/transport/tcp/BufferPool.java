package org.activeobjects.transport.tcp;

import org.activeobjects.transport.posix.socket.HeapBuffer;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Large buffers for links whose peers take too slowly. A few are kept; more are left to the
 * collector.
 *
 * <p><b>Threading:</b> safe.
 */
final class BufferPool {

    private static final int KEPT = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<HeapBuffer> free = new ArrayDeque<>(KEPT);

    HeapBuffer borrow() {
        HeapBuffer buffer;
        lock.lock();
        try {
            buffer = free.poll();
        } finally {
            lock.unlock();
        }
        return buffer != null ? buffer : new HeapBuffer(OutputQueue.LARGE);
    }

    void giveBack(HeapBuffer buffer) {
        lock.lock();
        try {
            if (free.size() < KEPT) {
                free.push(buffer);
            }
        } finally {
            lock.unlock();
        }
    }
}
