/**
 * How far objects may lie within each other before their fields are put off, so that a long chain
 * of them takes no long stack.
 *
 * <p>May use nothing; used by {@code .wire} and {@code .type}.
 *
 * <p>Threads: one thread at a time.
 */
package org.activeobjects.internal.codec.reach;
