/**
 * How a new connection proves to which session of which link it belongs, before a frame is taken
 * from it.
 *
 * <p>May use the JDK only; used by the links that have sockets of their own.
 *
 * <p>Threads: any; nothing here waits.
 */
package org.activeobjects.transport.admission;
