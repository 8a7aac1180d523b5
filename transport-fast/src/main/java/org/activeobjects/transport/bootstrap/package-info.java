/**
 * How a transport is opened and finds its peers: cards, the handshake, the choice of a link, and
 * the connection that tells whether a peer lives.
 *
 * <p>May use every package of the transport but the links, which it finds with {@code
 * ServiceLoader}; used by nobody: {@code Transport.open} finds it the same way.
 *
 * <p>Threads: one daemon thread per transport accepts and reads all bootstrap connections; a thread
 * that needs a peer connects by itself.
 */
package org.activeobjects.transport.bootstrap;
