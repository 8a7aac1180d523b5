/**
 * Two active objects that exchange arrays, straight from the source into the destination, beside
 * their queues.
 *
 * <p>Each body has an endpoint of the transport from its first exchange on, or from when a partner
 * asks for it; partners tell each other its address once.
 *
 * <p>May use {@code active}, {@code node}, {@code spi}, {@code error} and the transport's API; used
 * by {@code api} and {@code internal.runtime}.
 *
 * <p>Threads: the body's own; the address is told by threads that deliver.
 */
package org.activeobjects.internal.exchange;
