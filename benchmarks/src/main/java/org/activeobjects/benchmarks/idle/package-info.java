/**
 * {@code ao bench idle}: how many active objects fit one JVM.
 *
 * <p>May use {@code process}, the public packages of the core, {@code deployment.command}, {@code
 * deployment.error} and picocli; used by {@code benchmarks.command}.
 *
 * <p>Threads: the main thread creates and calls; the objects have virtual threads while they serve.
 */
package org.activeobjects.benchmarks.idle;
