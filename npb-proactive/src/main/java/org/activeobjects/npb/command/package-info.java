/**
 * The command {@code ao npb}: runs a kernel in a job of its own, and prints NPB's report.
 *
 * <p>May use {@code npb}, its kernels {@code npb.ep} and {@code npb.cg}, the public packages of
 * core, {@code deployment}, {@code deployment.job}, {@code .command} and {@code .error}, and
 * picocli; found by {@code ao} with {@code ServiceLoader}.
 *
 * <p>Threads: the main thread of the launcher.
 */
package org.activeobjects.npb.command;
