/**
 * What travels with a request beside its arguments: the context of the calling thread, as the
 * carriers on the class path capture it, and bring it back around the service.
 *
 * <p>A request without context pays for nothing but the question to each carrier, and whether
 * anything lies on the thread that serves it, before and afterwards. One with context has it as a
 * last, additional argument, which a flag of the header tells of.
 *
 * <p>May use {@code spi}, {@code tag}, {@code error}, {@code internal.thrown}; used by {@code api},
 * {@code internal.routing}, {@code .service}, {@code .event}, {@code .exception}, {@code .settings}
 * and {@code .runtime}.
 *
 * <p>Threads: captured by the thread that calls, brought back on the thread that serves.
 */
package org.activeobjects.internal.context;
