/**
 * The link over TCP on Linux: the kernel's sockets without a layer between.
 *
 * <p>The elements of a large frame go from the array of the sender to the kernel and from the
 * kernel into the array of the receiver; small frames leave together, header and payload in one
 * piece. A connection begins with a ticket that a peer was given over the authenticated bootstrap;
 * what has none is closed, and what comes over a connection is checked like everything from a peer.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.spi}, {@code
 * transport.admission}, {@code transport.memory}, {@code transport.posix}, {@code
 * transport.posix.socket}; used by nobody: found as a {@code LinkProvider}.
 *
 * <p>Threads: whoever waits polls the sockets by itself. Each service has two threads: one receives
 * connections, one watches the sockets while nobody polls them, and rings the runtime's doorbell.
 * While somebody polls, the watching thread only looks once in a millisecond whether that is still
 * so.
 */
package org.activeobjects.transport.tcp;
