/**
 * TLS for the netty link: reads the PEM files and makes of them what both ends of a connection
 * need.
 *
 * <p>May use {@code transport.error} and Netty; used by {@code transport.netty}.
 *
 * <p>Threads: safe.
 */
package org.activeobjects.transport.netty.tls;
