/**
 * What becomes of exceptions that no caller waits for: those of one-way calls.
 *
 * <p>May use nothing; used by {@code internal.exception} and by programs.
 *
 * <p>Threads: said per method.
 */
package org.activeobjects.failure;
