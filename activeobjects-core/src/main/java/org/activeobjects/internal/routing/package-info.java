/**
 * From a call on a stub to the queue of the active object, here or in another runtime.
 *
 * <p>May use {@code internal.stub}, {@code .codec}, {@code .request}, {@code .future}, {@code
 * .continuation}, {@code .exception}, {@code .service}, {@code .remote}, {@code spi}, {@code
 * active}, {@code failure}, {@code error} and the transport's API; used by {@code
 * internal.runtime}.
 *
 * <p>Threads: calls go out on the caller's thread.
 */
package org.activeobjects.internal.routing;
