/**
 * Futures that travel before their results are there, and the updates that follow them.
 *
 * <p>A message that carries an awaited future names it by a number of the sending runtime, its
 * home. Who holds what, and until when:
 *
 * <ul>
 *   <li>The home keeps a {@code PassedFuture} per future, from when it is first encoded until its
 *       result is there. It counts, per runtime, the messages that carried the future and that no
 *       update has answered for. When the result comes, it is encoded once and sent once to each of
 *       these runtimes. That the active object which passed the future on has ended does not
 *       matter: the promise belongs to the runtime.
 *   <li>The receiver keeps a {@code FutureCopy} per future from its first message, or from an
 *       update that overtook it, until it has seen as many messages as its updates have answered
 *       for. Then only those keep it who use it.
 *   <li>A copy that is sent on makes its runtime the home of the next hop.
 *   <li>When a runtime is lost, the copies that wait for it fail, and with them the copies of
 *       these.
 * </ul>
 *
 * <p>May use {@code spi}, {@code error}, {@code internal.future}, {@code .alive}, {@code .codec}
 * and the transport's API; used by {@code internal.remote}, {@code .routing}, {@code .service},
 * {@code .creation}, {@code .migration}, {@code .waiting} and {@code .runtime}.
 *
 * <p>Threads: messages arrive on threads of the transport, which only count and complete; updates
 * go out on threads of their own.
 */
package org.activeobjects.internal.continuation;
