/**
 * How a call gets into the queue of an active object when there is more to it than to put it there:
 * when the queue takes only so many, and when the caller waits until the call is in it.
 *
 * <p>A full queue makes callers of its own runtime wait at its {@code Gate}. Another runtime cannot
 * be made to wait by the thread that takes its messages: it has {@code Credits}, which each of its
 * calls uses one of, and which the gate gives back for each call that is within the bound. So what
 * is sent always is taken, in its order, and no more is sent than the bound and the credits of each
 * runtime allow. A gate that is closed, because its object has ended or moved, lets everybody
 * through: what they send then is refused, or passed on.
 *
 * <p>Both kinds of waits are waits for a promise, and so are those for the receipt of a call: they
 * are seen in dumps, end by interrupts, and take part in the search for deadlocks.
 *
 * <p>May use {@code queue}, {@code error}, {@code spi}, {@code internal.future}, {@code .pending},
 * and the transport's ids and errors; used by {@code internal.service}, {@code .remote}, {@code
 * .routing}, {@code .lease}, {@code .creation}, {@code .waiting} and {@code .dump}.
 *
 * <p>Threads: any; nothing here blocks but the waits, by the threads of callers.
 */
package org.activeobjects.internal.admission;
