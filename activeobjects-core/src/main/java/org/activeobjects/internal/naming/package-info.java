/**
 * What can be found by name: the URLs, names and nodes of one runtime.
 *
 * <p>May use {@code error}, {@code node}, {@code internal.alive}, {@code internal.service} and the
 * transport's API; used by {@code internal.remote} and {@code internal.runtime}.
 *
 * <p>Threads: any.
 */
package org.activeobjects.internal.naming;
