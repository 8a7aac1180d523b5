/**
 * What a user's class may implement to have a say in its own activity, and what it sees of its
 * body: the queue, the requests and the ways to serve them.
 *
 * <p>May use {@code active.choice} and the transport's API; used by users, and by whatever in the
 * core makes, finds, serves or describes active objects.
 *
 * <p>Threads: a body has one thread at a time; what serves requests is called by that thread only.
 */
package org.activeobjects.active;
