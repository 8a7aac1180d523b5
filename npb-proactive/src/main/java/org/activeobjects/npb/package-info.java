/**
 * The NAS Parallel Benchmarks 3.4: what all kernels share, from random numbers to the report.
 *
 * <p>May use the public packages of core and groups; used by the packages of the kernels and by
 * {@code npb.command}.
 *
 * <p>Threads: said per type.
 */
package org.activeobjects.npb;
