/**
 * Deals calls out to the members of a group as these become free.
 *
 * <p>May use {@code spi} and {@code error} of the core; used by {@code group}.
 *
 * <p>Threads: the first calls are sent by whoever makes them, each further one by a virtual thread
 * that is started when an answer comes; nobody waits in between.
 */
package org.activeobjects.group.dispatch;
