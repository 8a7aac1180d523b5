/**
 * What keeps the JVM alive while active objects work, and the watch over executors of users.
 *
 * <p>The threads of active objects are daemons. One thread that is none waits until all others that
 * are none have ended, which is when the JVM would end, and then until no active object of the JVM
 * serves anything or has requests in its queue. While the program runs it costs nothing: bodies
 * tell that they rest only once that thread asks.
 *
 * <p>Uses the JDK only; used by {@code internal.service} and {@code internal.runtime}.
 *
 * <p>Threads: one platform thread per JVM, parked.
 */
package org.activeobjects.internal.alive;
