/**
 * What benchmarks between two JVMs share: starting them, each on a core of its own, agreeing on
 * what to measure, running until the figures are steady, and printing them.
 *
 * <p>May use the errors of {@code deployment} and picocli; used by {@code p2p}.
 *
 * <p>Threads: the thread of the command line starts the JVMs and reads their lines; each JVM
 * measures on its main thread.
 */
package org.activeobjects.benchmarks.pair;
