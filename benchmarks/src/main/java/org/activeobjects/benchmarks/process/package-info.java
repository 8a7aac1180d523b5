/**
 * The processes that are measured: starting them, each on a core of its own, giving them orders,
 * and reading how much of the cores they use.
 *
 * <p>May use {@code side}, {@code contest} and the errors of {@code deployment}; used by {@code
 * peer}, {@code external}, {@code p2p}, {@code calls}, {@code am} and {@code idle}.
 *
 * <p>Threads: the thread of the command line, and one of the JDK that ends processes which hang.
 */
package org.activeobjects.benchmarks.process;
