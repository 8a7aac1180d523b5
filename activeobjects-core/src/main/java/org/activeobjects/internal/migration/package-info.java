/**
 * Moving an active object to another node.
 *
 * <p>The object moves between two services, by the thread of its body: the thread creates it on the
 * other node out of a copy of the object, with its id, and the body stays behind. As long as an
 * activity of the object's still runs there, requests only queue up. Then the same thread does
 * nothing but pass requests on, first those that were in the queue, then those that come. So the
 * requests of one caller keep their order: they go through one queue and one thread at the old
 * place, and through one stream to the new one. Those that were in the queue are decoded and
 * encoded again with their context; answers come back through the old place. If the object cannot
 * be copied, or the other node does not take it, the object stays as it was, and serves on.
 *
 * <p>References do not go through the old place for long: whoever holds one is told, and changes
 * the way that all references of its runtime share ({@code internal.routing.Following}). What is
 * passed on always goes to the place that the object left for, also when it has moved further: only
 * so the order is that of the queue. What stays behind keeps a reference to the object, so that
 * this is not collected, and is collected itself once nobody refers to the old place.
 *
 * <p>May use {@code internal.runtime}, {@code .creation}, {@code .routing}, {@code .lease}, {@code
 * .remote}, {@code .service}, {@code .request}, {@code .future}, {@code .continuation}, {@code
 * .exception}, {@code .immediate}, {@code .alive}, {@code .traits}, {@code .stub}, {@code node},
 * {@code queue}, {@code threads}, {@code failure}, {@code spi}, {@code active} and {@code error},
 * and the transport's ids; used by {@code api}.
 *
 * <p>Threads: that of the body that moves; answers, and what holders are told, on threads of their
 * own.
 */
package org.activeobjects.internal.migration;
