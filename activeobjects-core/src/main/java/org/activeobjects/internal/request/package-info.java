/**
 * A call on its way: what waits in the queue of an active object, and who gets its answer.
 *
 * <p>May use {@code active}, {@code node}, {@code spi}, {@code error}, {@code internal.polling} and
 * the transport's ids; used by {@code internal.future}, {@code .event}, {@code .exception}, {@code
 * .mailbox}, {@code .pending}, {@code .service}, {@code .lease}, {@code .remote}, {@code .routing},
 * {@code .migration}, {@code .waiting}, {@code .dump}, {@code .settings} and {@code .runtime}.
 *
 * <p>Threads: made by the thread that delivers, read by the thread of the active object.
 */
package org.activeobjects.internal.request;
