/**
 * Which methods of an active object are served at once, beside its queue.
 *
 * <p>May use {@code annotation}, {@code spi}; used by {@code internal.service}, {@code .routing},
 * {@code .creation}, {@code .migration} and {@code .waiting}.
 *
 * <p>Threads: immutable, read by any.
 */
package org.activeobjects.internal.immediate;
