/**
 * The queue of an active object, and what is held back before it.
 *
 * <p>May use {@code internal.request}, {@code active}, {@code error}, {@code spi} and the
 * transport's ids; used by {@code internal.service}.
 *
 * <p>Threads: any number offer, the thread of the active object takes.
 */
package org.activeobjects.internal.mailbox;
