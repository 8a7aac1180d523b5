/**
 * {@code ao bench p2p}: what this project's links do between two JVMs, or within one, alone or
 * beside the peers.
 *
 * <p>May use {@code contest}, {@code option}, {@code process}, {@code side}, {@code peer} and
 * {@code external}, the transport's API, {@code deployment.command}, {@code deployment.error}, and
 * picocli; used by {@code command}.
 *
 * <p>Threads: in each measured JVM the main thread measures; with both sides in one JVM a second
 * thread is the other side.
 */
package org.activeobjects.benchmarks.p2p;
