/**
 * Wiring: puts bodies, routing, codec and transport together into runtimes and nodes.
 *
 * <p>May use every other package of the core but {@code api}; used by {@code api} and {@code
 * internal.migration}, and found by {@code node} with {@code ServiceLoader}.
 *
 * <p>Threads: any.
 */
package org.activeobjects.internal.runtime;
