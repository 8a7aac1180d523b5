/**
 * Files in shared memory: the job's private folder, and sealed memory without a name.
 *
 * <p>A peer is not trusted: the names of files, and what it writes into them, are checked.
 *
 * <p>May use {@code transport}, {@code transport.spi}, {@code transport.posix}, {@code
 * transport.memory}; used by {@code transport.shm} and {@code transport.shm.buffer}.
 *
 * <p>Threads: none of its own.
 */
package org.activeobjects.transport.shm.segment;
