/**
 * {@code ao bench am}: what messages to handlers cost between two JVMs, beside the matched plane.
 *
 * <p>May use the transport's API, {@code contest}, {@code option}, {@code process}, {@code
 * deployment.command} and {@code deployment.error}; used by {@code command}.
 *
 * <p>Threads: one of each rank, which moves the links.
 */
package org.activeobjects.benchmarks.am;
