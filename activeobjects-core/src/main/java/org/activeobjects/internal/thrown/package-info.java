/**
 * Exceptions whose class is anybody's: how to look at one whatever its methods do.
 *
 * <p>May use nothing; used by {@code internal.codec.custom}, {@code .hook}, {@code .type}, {@code
 * .wire}, {@code internal.future}, {@code .context}, {@code .exception}, {@code .creation}, {@code
 * .remote}, {@code .runtime} and {@code .service}.
 *
 * <p>Threads: nothing is kept.
 */
package org.activeobjects.internal.thrown;
