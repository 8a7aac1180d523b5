/**
 * What a Java programmer would use instead, each as a small program written as well as its own
 * documentation teaches it.
 *
 * <p>May use {@code side}, {@code contest}, {@code process}, the JDK, Netty and Aeron; used by
 * {@code p2p}.
 *
 * <p>Threads: the main thread of each measured process, and those that a peer makes itself.
 */
package org.activeobjects.benchmarks.peer;
