/**
 * What has to be known to create an active object: which constructor, on which node, with what of
 * its own.
 *
 * <p>May use {@code active}, {@code node}, {@code threads}, {@code error}, {@code queue}, {@code
 * annotation}, {@code internal.admission}, {@code .immediate}, {@code .exception}, {@code .future},
 * {@code .continuation}, {@code .service}, {@code .thrown}, {@code .traits}, {@code failure},
 * {@code spi} and the transport's ids; used by {@code api}, {@code internal.migration} and {@code
 * internal.runtime}.
 *
 * <p>Threads: any.
 */
package org.activeobjects.internal.creation;
