/**
 * The processes of a job on this host: started together, read, watched, and ended together.
 *
 * <p>May use {@code internal.protocol} and {@code deployment.error}; used by {@code job}.
 *
 * <p>Threads: two readers and one watcher per process; one that tells all processes something;
 * whoever waits for the job. They meet in {@code RankGroup}, under its lock.
 */
package org.activeobjects.deployment.internal.process;
