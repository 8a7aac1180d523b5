/**
 * Measures several programs in turn, so that each meets the same host: who takes part, the rounds,
 * the samples, and the tables and files made of them.
 *
 * <p>May use {@code side}; used by {@code process}, {@code peer}, {@code external} and {@code p2p},
 * which bring the programs, and by {@code am}, {@code calls} and {@code plot}.
 *
 * <p>Threads: the thread of the command line.
 */
package org.activeobjects.benchmarks.contest;
