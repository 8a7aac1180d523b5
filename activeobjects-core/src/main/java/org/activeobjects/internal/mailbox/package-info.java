/**
 * The queue of an active object.
 *
 * <p>May use {@code internal.request}, {@code active} and JCTools, which no other package uses;
 * used by {@code internal.service}.
 *
 * <p>Threads: any number offer, the thread of the active object takes.
 */
package org.activeobjects.internal.mailbox;
