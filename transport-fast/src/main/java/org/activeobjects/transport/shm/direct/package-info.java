/**
 * One copy instead of two, with no ring between: the receiver has the kernel copy the elements of
 * an announced message out of the sender's heap, which stands still there meanwhile.
 *
 * <p>Used where both processes see each other, both JVMs can pin arrays, and the kernel lets the
 * one read the other; each side finds that out by itself when messages first get long enough. A
 * sender that waits has the kernel write the end of a long one into the receiver's heap, past a
 * gate that the receiver can close. A peer is not trusted: the addresses it shows are only ever
 * read and written in that peer, what comes goes where this side's receive wants it, and what goes
 * is of an array that is shown.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.spi}, {@code
 * transport.posix}, {@code transport.shm.buffer}, {@code transport.shm.joint}; used by {@code
 * transport.shm}.
 *
 * <p>Threads: a short one of its own that finds out what can be done.
 */
package org.activeobjects.transport.shm.direct;
