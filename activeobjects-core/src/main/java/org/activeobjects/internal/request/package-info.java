/**
 * A call on its way: what waits in the queue of an active object, and who gets its answer.
 *
 * <p>May use {@code active}, {@code spi}, {@code error}; used by {@code future}, {@code event},
 * {@code mailbox}, {@code service}, {@code routing}.
 *
 * <p>Threads: made by the thread that delivers, read by the thread of the active object.
 */
package org.activeobjects.internal.request;
