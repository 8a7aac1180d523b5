/**
 * The messages between two runtimes: their form, who waits for which answer, and what each one does
 * when it arrives.
 *
 * <p>May use {@code internal.borrow}, {@code .codec}, {@code internal.codec.wire}, {@code .naming},
 * {@code .request}, {@code .future}, {@code .admission}, {@code .continuation}, {@code .pending},
 * {@code .polling}, {@code .lease}, {@code .alive}, {@code .service}, {@code .stub}, {@code
 * .thrown}, {@code .traits}, {@code node}, {@code queue}, {@code spi}, {@code active}, {@code
 * error} and the transport's API; used by {@code internal.routing}, {@code .migration}, {@code
 * .waiting} and {@code .runtime}.
 *
 * <p>Threads: messages come in on threads of the transport, which only queue them. Requests are
 * decoded by the body's thread, answers by whoever needs them, system calls run on threads of their
 * own.
 */
package org.activeobjects.internal.remote;
