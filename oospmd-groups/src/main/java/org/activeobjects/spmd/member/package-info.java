/**
 * What makes an active object, or a JVM of a job, a rank: its endpoint, its communicator, its
 * barriers, and how they are set up among all.
 *
 * <p>May use {@code group}, {@code collective}, {@code spmd.exchange}, {@code spmd.barrier}, {@code
 * spmd.waiting}, {@code spi} and the public packages of the core, and the transport's API; used by
 * {@code spmd}.
 *
 * <p>Threads: a rank's own thread for what it calls; those that deliver for set-up and marks, which
 * do not block.
 */
package org.activeobjects.spmd.member;
