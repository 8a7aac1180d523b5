/**
 * The smallest link that keeps the contract of {@code org.activeobjects.transport.spi}: two queues
 * in the heap, between runtimes of one JVM.
 *
 * <p>May use {@code transport}, {@code transport.address}, {@code transport.spi}; found with {@code
 * ServiceLoader}, used by nobody else.
 *
 * <p>Threads: none of its own; one sends over a link and one polls it.
 */
package org.activeobjects.example.pipe;
