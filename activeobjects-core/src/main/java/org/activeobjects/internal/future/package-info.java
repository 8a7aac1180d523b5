/**
 * Results that have not arrived yet: who waits for them, how, and what stands in for them.
 *
 * <p>May use {@code spi}, {@code error}, {@code internal.request}, {@code .alive}, {@code
 * internal.stub}, {@code internal.thrown}; used by {@code api}, {@code internal.admission}, {@code
 * .codec}, {@code .pending}, {@code .continuation}, {@code .exception}, {@code .event}, {@code
 * .routing}, {@code .remote}, {@code .service}, {@code .creation}, {@code .migration}, {@code
 * .waiting}, {@code .dump} and {@code .runtime}.
 *
 * <p>Threads: one thread completes a promise, any number wait for it. Waits park, virtual threads
 * without holding their carrier; the promise is the blocker that a thread dump shows.
 */
package org.activeobjects.internal.future;
