/**
 * From a call on a stub to the queue of the active object, here or in another runtime.
 *
 * <p>May use {@code internal.stub}, {@code .alive}, {@code .borrow}, {@code .codec}, {@code
 * internal.codec.wire}, {@code .request}, {@code .future}, {@code .admission}, {@code .immediate},
 * {@code .continuation}, {@code .exception}, {@code .service}, {@code .lease}, {@code .pending},
 * {@code .remote}, {@code .context}, {@code .sending}, {@code .traits}, {@code annotation}, {@code
 * node}, {@code queue}, {@code spi}, {@code active}, {@code failure}, {@code error} and the
 * transport's API; used by {@code api}, {@code internal.migration}, {@code .waiting} and {@code
 * .runtime}.
 *
 * <p>Threads: calls go out on the caller's thread; a way that changes has a virtual thread
 * meanwhile.
 */
package org.activeobjects.internal.routing;
