/**
 * How one active object differs from others of its class.
 *
 * <p>May use {@code active}, {@code node}, {@code threads}, {@code queue} and {@code
 * internal.alive}; used by whoever creates, moves or runs active objects, and by the routes to
 * them.
 *
 * <p>Threads: any; nothing here changes.
 */
package org.activeobjects.internal.traits;
