/**
 * {@code ao bench}: the benchmark programs behind one command.
 *
 * <p>May use every package of this module; used by nobody: found by {@code ao}.
 *
 * <p>Threads: the thread of the command line.
 */
package org.activeobjects.benchmarks.command;
