/**
 * What the command lines of the benchmarks have in common.
 *
 * <p>May use picocli; used by {@code .p2p}, {@code .calls} and {@code .am}.
 *
 * <p>Threads: the main thread.
 */
package org.activeobjects.benchmarks.option;
