/**
 * Typed groups: a group of {@code A} is an {@code A} whose calls go to all members.
 *
 * <p>May use {@code group.dispatch}, {@code group.member}, and {@code api}, {@code node}, {@code
 * error} and {@code spi} of the core; used by {@code spmd}, {@code spmd.member} and by programs.
 *
 * <p>Threads: any.
 */
package org.activeobjects.group;
