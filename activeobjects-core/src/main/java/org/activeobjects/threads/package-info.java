/**
 * On which threads active objects serve.
 *
 * <p>May use only the JDK; used by users, {@code internal.creation}, {@code .service}, {@code
 * .traits}, {@code .migration}, {@code .settings} and {@code .runtime}.
 *
 * <p>Threads: a model is immutable, and handed from the caller to what it creates by a scoped
 * value.
 */
package org.activeobjects.threads;
