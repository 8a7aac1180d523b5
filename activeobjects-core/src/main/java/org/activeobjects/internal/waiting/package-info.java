/**
 * Who waits for whom, across runtimes: finds active objects that wait for each other and says so.
 *
 * <p>May use {@code diagnosis}, {@code internal.future}, {@code .continuation}, {@code .service},
 * {@code .remote} and {@code .routing}; used by {@code internal.runtime}.
 *
 * <p>Threads: threads of bodies say what they wait for; one thread per runtime follows the waits
 * that last, and threads of the runtime follow those of others.
 */
package org.activeobjects.internal.waiting;
