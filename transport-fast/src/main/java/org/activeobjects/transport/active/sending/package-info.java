/**
 * What goes out of a table of handlers: the credits, the short frames that wait for room, and the
 * bulk requests.
 *
 * <p>May use {@code transport}, {@code transport.spi}, {@code message} and {@code progress}; used
 * by {@code active}.
 */
package org.activeobjects.transport.active.sending;
