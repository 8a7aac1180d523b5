/**
 * What can be found by name: the URLs, names and nodes of one runtime.
 *
 * <p>May use {@code error}, {@code internal.alive} and {@code internal.service}; used by {@code
 * internal.runtime}.
 *
 * <p>Threads: any.
 */
package org.activeobjects.internal.naming;
