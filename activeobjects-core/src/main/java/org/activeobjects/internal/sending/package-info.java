/**
 * Requests that somebody else sends: the queue of a stub whose caller does not want to wait until
 * they have left.
 *
 * <p>Uses nothing; used by {@code internal.routing}.
 *
 * <p>Threads: callers add, one virtual thread sends.
 */
package org.activeobjects.internal.sending;
