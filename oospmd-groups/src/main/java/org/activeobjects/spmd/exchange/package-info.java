/**
 * The pairwise exchange of arrays between ranks.
 *
 * <p>May use {@code collective} and the transport's API; used by {@code spmd.member} and {@code
 * spmd}.
 *
 * <p>Threads: the caller's, which moves the links itself while it waits; those that deliver tell of
 * ranks that have ended.
 */
package org.activeobjects.spmd.exchange;
