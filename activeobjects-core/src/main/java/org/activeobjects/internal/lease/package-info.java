/**
 * Which active objects somebody can still reach, over all runtimes, and the end of those that
 * nobody can.
 *
 * <p>References are listed, not counted: the owner of an active object knows the runtimes that hold
 * stubs of it. All stubs of one active object in one runtime share an <em>anchor</em>, an object
 * that does nothing but be reachable as long as one of them is; calls cost nothing. A runtime in
 * which an anchor comes up tells the owner that it holds the object ({@code HOLD}), tells it again
 * every quarter of a term, and tells it when the anchor is garbage ({@code RELEASE}). A lease lasts
 * for one term from the last {@code HOLD}, and ends at once when its holder is lost. The owner
 * collects an active object that for a whole term has had no stub here, no lease, nothing to do, no
 * name, and nobody who asked to keep it. Holders are told when an object has ended ({@code GONE}).
 *
 * <p><b>Why no reference gets lost on its way.</b> A message that carries references lists them
 * outside of what is decoded, and they are held from the moment it arrives: how long it then waits
 * in a queue does not matter, for the queue keeps the anchors. While it is sent, its sender keeps
 * its own. What is left is the time from the end of the sending, when the sender may let go, to the
 * owner's receipt of the new holder's {@code HOLD}: two deliveries by runtimes that take what comes
 * in. During this time the owner does nothing, because encoding a reference, releasing a lease and
 * losing the last local stub all begin the term anew. A runtime that is stopped for longer than a
 * term may lose what it was sent meanwhile, and its leases: a call then fails with {@code
 * BodyTerminatedRequestException}. Time in which the owner is held up itself, with all of its host
 * or alone, does not count: its tick comes later, and all terms end later by as much. Messages of
 * one holder to one owner stay in order, so {@code RELEASE} never overtakes {@code HOLD}, and
 * renewals list everything that is held, so one message that is lost with a link is made good by
 * the next.
 *
 * <p>What an object is and where it is are two things: entries are found by the id, which never
 * changes, and notices go to the place, which changes when the object has moved. The new owner is
 * told {@code HOLD} before the old one is told {@code RELEASE}; what is left behind at the old
 * place holds the object meanwhile. An owner that gets {@code HOLD} for what is left behind tells
 * where the object is.
 *
 * <p>Active objects that refer to each other in a circle are not collected if one of them has a
 * thread of its own, something to do at its end, or is known to another runtime.
 *
 * <p>May use {@code queue}, {@code error}, {@code internal.codec}, {@code .traits}, {@code
 * .service}, {@code .admission}, {@code .alive}, {@code .pending}, {@code .request}, {@code active}
 * and the transport's ids; used by {@code internal.remote}, {@code .routing}, {@code .migration},
 * {@code .waiting}, {@code .settings} and {@code .runtime}.
 *
 * <p>Threads: notices arrive on threads of the transport and leave on virtual threads, one per
 * destination at a time; a tick of the JDK's timer looks for what has become garbage.
 */
package org.activeobjects.internal.lease;
