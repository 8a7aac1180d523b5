/**
 * The threads of the netty link.
 *
 * <p>May use {@code transport.address} and Netty; used by {@code transport.netty}.
 *
 * <p>Threads: safe.
 */
package org.activeobjects.transport.netty.loop;
