/**
 * The pairwise exchange of arrays between ranks.
 *
 * <p>May use {@code collective} and the transport's API; used by {@code spmd.member} and {@code
 * spmd}.
 *
 * <p>Threads: the caller's, which moves the links itself while it waits.
 */
package org.activeobjects.spmd.exchange;
