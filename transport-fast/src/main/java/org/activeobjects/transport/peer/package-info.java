/**
 * One runtime and its link, over which both planes go: what comes from it, which is not trusted;
 * what goes to it, in an order that no part of it upsets; and its end.
 *
 * <p>May use {@code transport}, {@code transport.error}, {@code transport.spi}, {@code active},
 * {@code matching}, {@code message}, {@code progress}, {@code transfer}; used by {@code engine} and
 * {@code bootstrap}.
 *
 * <p>Threads: frames come on the thread that moves the link; any thread sends, under one lock per
 * peer, which is never held together with one of the matching, nor while code of a user runs.
 */
package org.activeobjects.transport.peer;
