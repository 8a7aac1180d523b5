/**
 * What the command lines of the benchmarks have in common.
 *
 * <p>May use {@code deployment.error} and picocli; used by {@code .p2p}, {@code .calls}, {@code
 * .jmh} and {@code .am}.
 *
 * <p>Threads: the main thread.
 */
package org.activeobjects.benchmarks.option;
