/**
 * What a user's class may implement to have a say in its own activity, and what it sees of its
 * body: the queue, the requests and the ways to serve them.
 *
 * <p>May use {@code active.choice}, {@code error} and the transport's API; used by users, {@code
 * spi}, {@code internal.routing}, {@code .service}, {@code .creation}, {@code .runtime}, {@code
 * .immediate} and {@code .stub}.
 *
 * <p>Threads: a body has one thread at a time; what serves requests is called by that thread only.
 */
package org.activeobjects.active;
