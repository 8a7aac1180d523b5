/**
 * Requests that an active object gets from its own runtime: when a future arrives, and when a
 * one-way call of its own was lost.
 *
 * <p>May use {@code failure}, {@code spi}, {@code error}, {@code active}, {@code internal.context},
 * {@code .future}, {@code .request}, {@code .stub}, {@code .exception}, {@code .service}; used by
 * {@code internal.runtime} and {@code api}.
 *
 * <p>Threads: queued by any thread, served by that of the active object.
 */
package org.activeobjects.internal.event;
