/**
 * Where active objects live: runtimes, their nodes, and the job they work on together.
 *
 * <p>May use the transport's API; used by user programs, by launchers and by every layer above.
 *
 * <p>Threads: any.
 */
package org.activeobjects.node;
