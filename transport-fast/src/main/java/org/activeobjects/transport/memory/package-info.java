/**
 * Memory off the heap, seen as elements.
 *
 * <p>May use the JDK only; used by {@code transport}, {@code transport.shm}.
 *
 * <p>Threads: none of its own.
 */
package org.activeobjects.transport.memory;
