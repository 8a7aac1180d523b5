/**
 * OO-SPMD: groups of active objects that work on one problem as ranks.
 *
 * <p>May use {@code spmd.member}, {@code spmd.exchange}, {@code group}, {@code collective}, {@code
 * spi} and the public packages of the core; used by programs.
 *
 * <p>Threads: the member's own.
 */
package org.activeobjects.spmd;
