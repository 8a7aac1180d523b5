/**
 * CG: the smallest eigenvalue of a sparse random matrix, by conjugate gradients; irregular memory
 * access, and many messages.
 *
 * <p>May use {@code npb}, {@code org.activeobjects.spmd} and {@code org.activeobjects.group}; used
 * by {@code npb.command}.
 *
 * <p>Threads: one per rank.
 */
package org.activeobjects.npb.cg;
