/**
 * Tables of handlers: short requests and replies of a few words, bulk requests into memory that the
 * handler's side names, and the credits that keep a quick sender from overrunning a slow receiver.
 *
 * <p>May use {@code transport.active.sending}, {@code transport}, {@code transport.error}, {@code
 * transport.spi}, {@code message}, {@code progress} and {@code transfer}; used by {@code peer},
 * which carries the frames, {@code engine} and {@code bootstrap}.
 *
 * <p>Threads: what comes is taken by the thread that moves the link, and handlers run there; what
 * goes out is sent under the lock of the peer's outlet.
 */
package org.activeobjects.transport.active;
