/**
 * Who waits for whom, across runtimes: finds active objects that wait for each other and says so.
 *
 * <p>May use {@code diagnosis}, {@code error}, {@code internal.future}, {@code .immediate}, {@code
 * .admission}, {@code .request}, {@code .continuation}, {@code .service}, {@code .remote}, {@code
 * .pending}, {@code .routing}, {@code .lease}, {@code queue}, {@code node} and the transport's ids;
 * used by {@code internal.runtime}.
 *
 * <p>Threads: threads of bodies say what they wait for; one thread per runtime watches over the
 * waits that last, a virtual thread looks at each, and threads of the runtime answer those of
 * others.
 */
package org.activeobjects.internal.waiting;
