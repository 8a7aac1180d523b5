/**
 * CG: the smallest eigenvalue of a sparse random matrix, by conjugate gradients; irregular memory
 * access, and many messages.
 *
 * <p>May use {@code npb} and the public packages of core and groups; used by {@code npb.command}.
 *
 * <p>Threads: one per rank.
 */
package org.activeobjects.npb.cg;
