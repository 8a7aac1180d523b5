/**
 * What keeps the JVM alive while active objects work, the watch over executors of users, and
 * threads for what must not be forgotten.
 *
 * <p>The threads of active objects are daemons. One thread that is none waits until all others that
 * are none have ended, which is when the JVM would end, and then until no active object of the JVM
 * serves anything or has requests in its queue, and no name is left under which others may look for
 * one, and until what other runtimes have asked of this one, such as a name to be taken away, has
 * been answered. While the program runs it costs nothing: bodies tell that they rest only once that
 * thread asks. It belongs to the root of the thread groups, as the JVM's own threads do, so that
 * whoever looks for the threads of the program does not meet it.
 *
 * <p>Uses the JDK and Log4j only; used by {@code internal.service}, {@code .naming}, {@code
 * .remote}, {@code .routing}, {@code .migration}, {@code .future}, {@code .continuation}, {@code
 * .lease}, {@code .traits} and {@code .runtime}.
 *
 * <p>Threads: one platform thread per JVM, parked.
 */
package org.activeobjects.internal.alive;
