/**
 * The link between two processes of one host: rings in memory that both have mapped.
 *
 * <p>Each pair of runtimes shares one segment with a control ring each way; at the first large
 * transfer, its sender adds a bulk ring, which control frames overtake. Both are sealed memory
 * without a name where the two processes see each other, and are copied to and from by native code.
 * Elsewhere they are files of the job's private folder, which have a name only until both sides
 * have mapped them; what a killed process leaves is removed when the next one starts. A peer is not
 * trusted: whatever it writes into shared memory can at worst end its own link. Elements in a
 * registered buffer need no ring: the peer copies them out of the buffer itself, and where it has
 * such room for them both copy a part.
 *
 * <p>May use {@code transport}, {@code transport.memory}, {@code transport.spi}, {@code
 * transport.posix}, {@code transport.shm.segment}, {@code transport.shm.buffer}, {@code
 * transport.shm.direct}, {@code transport.shm.joint}; used by nobody: found as a {@code
 * LinkProvider}.
 *
 * <p>Threads: none of its own. One thread at a time sends over a link, one at a time polls it; the
 * two meet in shared memory only. Closing is safe at any time: memory that is unmapped while
 * another thread is in it gives that thread an exception, never a stray access.
 */
package org.activeobjects.transport.shm;
