/**
 * How objects become bytes and bytes become objects again, for messages of the matched plane.
 *
 * <p>May use {@code transport.error}; used by {@code transport}, {@code transfer}, {@code
 * matching}, {@code engine} and {@code bootstrap}.
 *
 * <p>Threads: the one that sends encodes, the one that receives decodes; never one of the
 * transport's.
 */
package org.activeobjects.transport.object;
