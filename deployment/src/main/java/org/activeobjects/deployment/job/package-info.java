/**
 * Jobs: a number of ranks, each a JVM of its own, that start together and end together.
 *
 * <p>May use core's public packages, the transport's API, {@code deployment.error} and {@code
 * internal.process}, {@code internal.protocol}; used by {@code deployment}, {@code
 * deployment.command} and the commands of other modules.
 *
 * <p>Threads: any, where a method does not say otherwise.
 */
package org.activeobjects.deployment.job;
