/**
 * Where exceptions go that are not thrown to a caller who waits: to the try blocks that callers
 * have announced, and to the handlers of one-way calls.
 *
 * <p>May use {@code failure}, {@code spi}, {@code internal.future}, {@code .request}, {@code
 * .context}, {@code .thrown}; used by {@code api}, {@code internal.routing}, {@code .service},
 * {@code .event}, {@code .creation}, {@code .migration} and {@code .runtime}.
 *
 * <p>Threads: a try block belongs to one thread; failures are reported by the threads that find
 * them.
 */
package org.activeobjects.internal.exception;
