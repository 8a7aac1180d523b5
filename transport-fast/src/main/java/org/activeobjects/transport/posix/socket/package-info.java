/**
 * TCP sockets of the kernel itself: heap arrays are handed to {@code send} and {@code recv} as they
 * are, and nothing lies between them and the caller.
 *
 * <p>May use {@code transport.posix} and {@code transport.memory}; used by the {@code tcp} link.
 *
 * <p>Threads: any. What runs inside a critical call holds off the garbage collector, so such a call
 * never blocks and never moves more than a bounded number of bytes; what may block is an ordinary
 * call. A descriptor is closed only when nobody is in a call with it.
 */
package org.activeobjects.transport.posix.socket;
