/**
 * The few calls to the C library, through {@code java.lang.foreign}, and what only the kernel knows
 * about a process or its host.
 *
 * <p>May use the JDK only; used by the links, {@code progress} and {@code bootstrap}.
 *
 * <p>Threads: any. A call that may sleep is never a critical one.
 */
package org.activeobjects.transport.posix;
