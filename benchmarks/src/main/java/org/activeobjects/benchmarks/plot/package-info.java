/**
 * {@code ao bench plot}: pictures of the files that {@code ao bench p2p --csv} writes.
 *
 * <p>May use {@code contest}, {@code side}, {@code deployment.command}, {@code deployment.error},
 * JFreeChart and picocli; used by {@code command}.
 *
 * <p>Threads: the thread of the command line.
 */
package org.activeobjects.benchmarks.plot;
