/**
 * The peers that are no Java programs: Open MPI, with a program in C that is compiled here, and the
 * measuring program that comes with UCX.
 *
 * <p>May use {@code side}, {@code contest} and {@code process}; used by {@code p2p}.
 *
 * <p>Threads: the thread of the command line; their own in the peers.
 */
package org.activeobjects.benchmarks.external;
