/**
 * How links over sockets connect: where they listen, and how a new connection proves to which
 * session of which link it belongs, before a frame is taken from it.
 *
 * <p>May use {@code transport.spi} and {@code transport.address}; used by the links that have
 * sockets of their own.
 *
 * <p>Threads: any; nothing here waits.
 */
package org.activeobjects.transport.admission;
