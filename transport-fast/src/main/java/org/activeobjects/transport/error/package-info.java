/**
 * What can go wrong in the transport, one exception per reaction of the caller; and how faults of
 * its own are told.
 *
 * <p>May use nothing; used by every package of the transport and by the layers above.
 *
 * <p>Threads: any.
 */
package org.activeobjects.transport.error;
