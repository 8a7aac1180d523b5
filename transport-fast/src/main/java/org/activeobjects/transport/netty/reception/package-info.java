/**
 * The first bytes of a new connection: who wants a link shows a ticket, and who has none is sent
 * away.
 *
 * <p>May use {@code transport.admission} and Netty; used by {@code transport.netty}.
 *
 * <p>Threads: safe; the greetings run on the event loops.
 */
package org.activeobjects.transport.netty.reception;
