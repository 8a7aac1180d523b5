/**
 * Queues of active objects that take only so many requests: the bound, and what a caller is told
 * that has waited in vain.
 *
 * <p>May use {@code error}; used by users, {@code internal.admission} and whatever creates active
 * objects.
 *
 * <p>Threads: see the types.
 */
package org.activeobjects.queue;
