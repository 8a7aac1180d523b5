/**
 * What a user's class can say about how it is to be an active object.
 *
 * <p>May use nothing of this project; used by users, {@code spi}, {@code internal.routing}, {@code
 * .service}, {@code .creation}, {@code .runtime}, {@code .immediate} and {@code .stub}.
 *
 * <p>Threads: none.
 */
package org.activeobjects.annotation;
