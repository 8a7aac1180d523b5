/**
 * {@code ao bench jmh}: the warm paths of the transport under JMH, which counts what they allocate.
 *
 * <p>May use {@code option}, the transport's API, {@code deployment.command}, {@code
 * deployment.error}, JMH and picocli; used by {@code command}.
 *
 * <p>Threads: JMH's thread is one rank; a thread of the state is the other.
 */
package org.activeobjects.benchmarks.jmh;
