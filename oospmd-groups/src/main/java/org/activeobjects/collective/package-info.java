/**
 * Collective operations among ranks: barrier, broadcast, reductions, gathering.
 *
 * <p>May use the transport's API with {@code transport.diagnosis}, and nothing else; used by {@code
 * spmd} and its sub-packages, and by programs that have endpoints of their own.
 *
 * <p>Threads: the thread of the rank, which moves the links itself while it waits.
 */
package org.activeobjects.collective;
