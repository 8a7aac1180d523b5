/**
 * The calls of this runtime that wait for the answer of another one.
 *
 * <p>May use {@code internal.future}, {@code .request}, {@code .polling}, {@code spi} and {@code
 * error}; used by {@code internal.remote}, {@code .routing}, {@code .waiting} and {@code .runtime}.
 *
 * <p>Threads: calls are added by those who make them, and taken by threads of the transport.
 * Nothing here blocks but the wait for an {@link org.activeobjects.internal.pending.Inquiry}.
 */
package org.activeobjects.internal.pending;
