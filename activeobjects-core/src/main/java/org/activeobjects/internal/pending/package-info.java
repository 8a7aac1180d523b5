/**
 * The calls of this runtime that wait for the answer of another one, and which others are lost.
 *
 * <p>May use {@code internal.future}, {@code .request}, {@code .polling}, {@code spi}, {@code
 * error} and the transport's ids; used by {@code internal.remote}, {@code .admission}, {@code
 * .lease}, {@code .routing}, {@code .waiting} and {@code .runtime}.
 *
 * <p>Threads: calls are added by those who make them, and taken by threads of the transport.
 * Nothing here blocks but the wait for an {@link org.activeobjects.internal.pending.Inquiry}.
 */
package org.activeobjects.internal.pending;
