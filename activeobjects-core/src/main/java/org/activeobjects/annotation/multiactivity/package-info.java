/**
 * What a user's class says to let several of its requests be served at the same time: groups of
 * methods, which of them are compatible, how many threads there are, and who goes first.
 *
 * <p>May use nothing; used by users and {@code internal.multiactive}.
 *
 * <p>Threads: none.
 */
package org.activeobjects.annotation.multiactivity;
