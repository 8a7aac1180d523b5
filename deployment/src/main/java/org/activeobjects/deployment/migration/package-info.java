/**
 * Brings Java sources written for ProActive over to this product: imports and names are rewritten
 * in place, by position, and whatever needs a person is listed with file and line. All else in a
 * file stays as it is, byte by byte.
 *
 * <p>May use the JDK's own parser ({@code com.sun.source}) and {@code deployment.error}; used by
 * the command line.
 *
 * <p>Threads: none of its own; an object is used by one thread.
 */
package org.activeobjects.deployment.migration;
