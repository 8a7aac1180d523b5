/**
 * {@code ao bench p2p}: latency, bandwidth and exchange between two JVMs, and plain Netty beside
 * them.
 *
 * <p>May use {@code pair}, the transport's API and the names of its links, picocli, and Netty for
 * the peer; used by {@code command}.
 *
 * <p>Threads: in each of the two JVMs the main thread measures; plain Netty plays on its event
 * loop.
 */
package org.activeobjects.benchmarks.p2p;
