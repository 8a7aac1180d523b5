/**
 * A call on its way: what waits in the queue of an active object, and who gets its answer.
 *
 * <p>May use {@code active}, {@code node}, {@code spi}, {@code error}, {@code internal.polling} and
 * the transport's ids; used by {@code future}, {@code event}, {@code mailbox}, {@code service},
 * {@code lease}, {@code remote}, {@code routing} and {@code migration}.
 *
 * <p>Threads: made by the thread that delivers, read by the thread of the active object.
 */
package org.activeobjects.internal.request;
