/**
 * What goes out of a table of handlers: the credits, the short frames that wait for room, and the
 * bulk requests.
 *
 * <p>May use {@code transport}, {@code transport.spi}, {@code message}, {@code progress} and {@code
 * transfer}; used by {@code active}.
 */
package org.activeobjects.transport.active.sending;
