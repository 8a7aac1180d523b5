/**
 * What users tell a runtime by system properties: which settings there are, and what is wrong with
 * those that were given.
 *
 * <p>May use {@code diagnosis}, {@code node}, {@code threads}, {@code error}, {@code
 * internal.borrow}, {@code .codec}, {@code .codec.wire}, {@code .context}, {@code .lease}, {@code
 * .request} and the transport's API; used by {@code internal.runtime}.
 *
 * <p>Threads: any.
 */
package org.activeobjects.internal.settings;
