/**
 * What has to be known to create an active object: which constructor, on which node, with what of
 * its own.
 *
 * <p>May use {@code active}, {@code node}, {@code error}; used by {@code api} and {@code
 * internal.runtime}.
 *
 * <p>Threads: any.
 */
package org.activeobjects.internal.creation;
