/**
 * Moving an active object to another node.
 *
 * <p>The object moves when the service in which it asked to is over, by the thread of its body: the
 * thread creates it on the other node out of a copy of the object, and the body stays behind as a
 * forwarder. From then on the same thread does nothing but pass requests on, first those that were
 * in the queue, then those that come. So the requests of one caller keep their order: they go
 * through one queue and one thread at the old place, and through one stream to the new one. Those
 * that were in the queue are decoded and encoded again with their context; answers come back
 * through the forwarder. If the object cannot be copied, or the other node does not take it, the
 * object stays as it was, and serves on.
 *
 * <p>The references that others have lead through the forwarder, as do its names. A forwarder holds
 * a reference to the object, so that it is not collected, and is collected itself once nobody holds
 * a reference to the old place. It lives in the runtime that the object left: when that one is
 * closed, references through it are lost. Stubs that the object hands out of itself at its new
 * place lead there directly; they are not equal to those that lead through a forwarder, and calls
 * that one caller makes on both kinds have no common order.
 *
 * <p>May use {@code internal.runtime}, {@code .creation}, {@code .routing}, {@code .service},
 * {@code .request}, {@code .future}, {@code .context}, {@code threads}, {@code node}, {@code
 * active} and {@code error}; used by {@code api}.
 *
 * <p>Threads: that of the body that moves; answers on threads of their own.
 */
package org.activeobjects.internal.migration;
