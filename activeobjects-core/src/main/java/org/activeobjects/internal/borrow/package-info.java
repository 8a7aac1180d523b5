/**
 * Arrays that methods borrow: lent to one request at a time, and kept for the next.
 *
 * <p>The way of an array: the transport asks for one before the elements of a request come, or the
 * local route does for its copy; the request lends it to its method, if the parameter is a borrowed
 * one, and gives it back when the method has returned. Every other array that comes simply stays
 * with whoever got it.
 *
 * <p>May use {@code spi}, and the transport's element types; used by {@code internal.remote},
 * {@code .routing}, {@code .settings} and {@code .runtime}.
 *
 * <p>Threads: those that move the links take, those that serve give back.
 */
package org.activeobjects.internal.borrow;
