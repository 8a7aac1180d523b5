/**
 * What every measured program in Java shares, ours and the peers': the measurements, the loop that
 * takes orders, and the data that is sent and checked.
 *
 * <p>May use the JDK only; used by {@code peer} and {@code p2p}, whose programs run in processes of
 * their own, and by {@code contest}, {@code process} and {@code external}, which order them about.
 *
 * <p>Threads: the main thread of a measured process runs the measurements; one more reads orders.
 */
package org.activeobjects.benchmarks.side;
