/**
 * Memory off the heap, seen as elements, and how long it stays.
 *
 * <p>May use the JDK only; used by {@code transport}, {@code posix.socket} and the links.
 *
 * <p>Threads: none of its own.
 */
package org.activeobjects.transport.memory;
