/**
 * The transport's API: matched messages between endpoints and active messages between runtimes.
 *
 * <p>May use {@code transport.address}, {@code transport.error}, {@code transport.memory} and
 * {@code transport.object}; used by every other package of the transport and by the layers above
 * it, which see nothing else of it.
 *
 * <p>Threads: any, where a method does not say otherwise.
 */
package org.activeobjects.transport;
