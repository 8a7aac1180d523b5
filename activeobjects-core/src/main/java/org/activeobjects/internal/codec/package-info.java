/**
 * Turns argument lists and results into bytes and back, or copies them for a call inside one JVM.
 *
 * <p>May use {@code error}, {@code active}, its sub-packages, and Kryo; used by {@code
 * internal.routing}, {@code .service} and {@code .runtime}.
 *
 * <p>Threads: a codec may be used by any number of threads; what it keeps per use comes from a
 * bounded pool, so that a million virtual threads share a few.
 */
package org.activeobjects.internal.codec;
