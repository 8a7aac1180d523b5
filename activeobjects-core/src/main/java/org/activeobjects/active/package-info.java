/**
 * What a user's class may implement to take part in its own activity, and what it sees of its body.
 *
 * <p>May use {@code error}; used by users and by every package of this module.
 *
 * <p>Threads: an active object's methods run in its own thread, one at a time.
 */
package org.activeobjects.active;
