/**
 * The calls of this runtime that wait for the answer of another one.
 *
 * <p>May use {@code internal.future}, {@code .polling}, {@code spi} and the errors of users; used
 * by {@code internal.remote}, {@code .routing} and {@code .waiting}.
 *
 * <p>Threads: calls are added by those who make them, and taken by threads of the transport.
 * Nothing here blocks.
 */
package org.activeobjects.internal.pending;
