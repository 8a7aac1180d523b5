/**
 * A long message that both sides copy: the receiver from the front, the sender, while it does
 * nothing but wait, from the end.
 *
 * <p>What is copied, and by which means, is up to {@code shm.buffer}, between registered buffers,
 * and {@code shm.direct}, between arrays. A peer is not trusted: what it writes is checked, but
 * that it has copied what it says to have copied.
 *
 * <p>May use {@code transport.error}, {@code transport.spi}; used by {@code transport.shm}, {@code
 * transport.shm.buffer} and {@code transport.shm.direct}.
 *
 * <p>Threads: none of its own.
 */
package org.activeobjects.transport.shm.joint;
