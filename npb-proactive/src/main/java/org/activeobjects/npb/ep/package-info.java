/**
 * EP: Gaussian deviates from random numbers; pure computation, and one sum over the ranks.
 *
 * <p>May use {@code npb} and the public packages of core and groups; used by {@code npb.command}.
 *
 * <p>Threads: one per rank.
 */
package org.activeobjects.npb.ep;
