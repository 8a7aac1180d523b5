/**
 * The link between two runtimes of one JVM: bounded queues of frames in the heap, and a lane by
 * which the receiver copies straight from the sender's array into its own.
 *
 * <p>May use {@code transport}, {@code transport.spi}; found with {@code ServiceLoader}, used by
 * nobody else.
 *
 * <p>Threads: one sends and one takes, as for every link.
 */
package org.activeobjects.transport.local;
