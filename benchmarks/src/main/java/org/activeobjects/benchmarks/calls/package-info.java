/**
 * {@code ao bench calls}: calls of active objects, beside Apache Pekko and RMI in the same run.
 *
 * <p>May use {@code calls.side}, {@code process}, {@code contest}, {@code option}, the transport's
 * API, {@code deployment.command}, {@code deployment.error} and picocli; used by {@code
 * benchmarks.command}.
 *
 * <p>Threads: the thread of the command line; what is measured runs in processes of its own.
 */
package org.activeobjects.benchmarks.calls;
