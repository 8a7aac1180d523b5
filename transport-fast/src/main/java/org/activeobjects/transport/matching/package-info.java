/**
 * Who gets which message: posted receives and unexpected messages, of this runtime and of others,
 * and the operations that users wait for. It knows no link: another runtime is a {@code Party} to
 * it.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code message}, {@code progress}, {@code
 * transfer}, {@code object}, {@code transport.spi}; used by {@code peer} and {@code engine}.
 *
 * <p>Threads: any thread starts operations; messages come on the thread that moves their link. One
 * lock per endpoint, within which nothing is copied, sent or completed.
 */
package org.activeobjects.transport.matching;
