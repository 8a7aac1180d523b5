/**
 * What the modules above build on besides the public API: intercepted calls and their methods.
 *
 * <p>May use {@code active}, {@code error} and {@code node}; used by the internals of this module,
 * which implement it, and by the module of groups.
 *
 * <p>Threads: said per type.
 */
package org.activeobjects.spi;
