/**
 * Registered buffers in shared memory: each a file of the job's folder, out of which peers copy by
 * themselves. Where the receiver's room is such a buffer, too, the sender copies a part meanwhile.
 *
 * <p>A peer is not trusted: what it writes beside the elements is checked. A receive that is given
 * up while the sender may be copying gets pages of its own.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.memory}, {@code
 * transport.spi}, {@code transport.posix}, {@code transport.shm.segment}, {@code
 * transport.shm.joint}; used by {@code transport.shm} and {@code transport.shm.direct}.
 *
 * <p>Threads: none of its own.
 */
package org.activeobjects.transport.shm.buffer;
