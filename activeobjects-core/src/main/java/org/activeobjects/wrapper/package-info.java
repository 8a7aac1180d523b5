/**
 * Values of primitive types and strings as objects that a future can stand in for.
 *
 * <p>May use nothing; used by user programs, and {@code internal.stub}, which knows the immutable
 * ones.
 *
 * <p>Threads: the plain ones are immutable, the mutable ones not safe.
 */
package org.activeobjects.wrapper;
