/**
 * The asynchronous barriers: marks between members, all or some, that hold back what was sent after
 * them.
 *
 * <p>May use {@code active} and {@code error}; used by {@code spmd.member}.
 *
 * <p>Threads: those that deliver marks; nothing here blocks.
 */
package org.activeobjects.spmd.barrier;
