/**
 * A program for {@code bin/ao} to run once, so that the JVMs of later ranks know its classes and
 * which of its methods to compile first.
 *
 * <p>May use {@code npb}, {@code npb.cg} and the public packages of core and groups; used by
 * nobody: {@code bin/ao} names its main class on a command line.
 *
 * <p>Threads: those of the ranks.
 */
package org.activeobjects.npb.rehearsal;
