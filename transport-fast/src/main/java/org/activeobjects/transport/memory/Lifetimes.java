package org.activeobjects.transport.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Tells memory that nobody can close from memory whose arena may be closed at any time. Code
 * outside of the JVM may be given the address of the first kind for as long as the segment is
 * reachable; of the second only within one call.
 *
 * <p>The JDK does not say of which kind a segment is. Those of the global arena, of automatic
 * arenas and of buffers have scopes of classes that no arena with a close method has; whatever is
 * of another class counts as memory that may be closed.
 */
public final class Lifetimes {

    private static final Class<?> GLOBAL = Arena.global().scope().getClass();
    private static final Class<?> AUTOMATIC = Arena.ofAuto().scope().getClass();
    private static final Class<?> OF_BUFFER =
            MemorySegment.ofBuffer(ByteBuffer.allocateDirect(1)).scope().getClass();
    private static final boolean IS_KNOWN =
            isNoneOf(GLOBAL) && isNoneOf(AUTOMATIC) && isNoneOf(OF_BUFFER);

    private Lifetimes() {}

    /**
     * Whether the calling thread can get at memory now.
     *
     * @param memory on or off the heap; {@code null} for none
     * @return false if it is closed, or of another thread's confined arena
     */
    public static boolean isAccessible(MemorySegment memory) {
        return memory == null
                || memory.scope().isAlive() && memory.isAccessibleBy(Thread.currentThread());
    }

    private static boolean isNoneOf(Class<?> type) {
        try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined()) {
            return type != shared.scope().getClass() && type != confined.scope().getClass();
        }
    }

    /**
     * Whether memory stays as long as somebody knows its segment.
     *
     * @param memory on or off the heap
     * @return false if it can be closed, or if that cannot be told
     */
    public static boolean cannotBeClosed(MemorySegment memory) {
        Class<?> type = memory.scope().getClass();
        return IS_KNOWN && (type == GLOBAL || type == AUTOMATIC || type == OF_BUFFER);
    }
}
