/**
 * The choice of requests that {@code active.Service} is built on: oldest or youngest, by name, by
 * filter, with a time limit or without.
 *
 * <p>May use nothing; used by {@code active}.
 *
 * <p>Threads: the thread of the active object alone.
 */
package org.activeobjects.active.choice;
