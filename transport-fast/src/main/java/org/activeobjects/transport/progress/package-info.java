/**
 * Who polls the links, who sleeps, and who wakes whom.
 *
 * <p>May use {@code transport.spi}, {@code transport.posix}, {@code transport.error}; used by every
 * part of the engine, from {@code message} to {@code bootstrap}.
 *
 * <p>Threads: one progress thread per transport, of daemon kind; every platform thread that waits
 * takes its place meanwhile, and every thread may do so for some microseconds before it sleeps
 * elsewhere. One thread polls at a time.
 */
package org.activeobjects.transport.progress;
