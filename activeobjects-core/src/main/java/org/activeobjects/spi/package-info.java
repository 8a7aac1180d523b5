/**
 * What layers above the core build on: stubs with a handler of one's own, which may travel, one
 * call to many active objects, code that runs on arrival at a body, and bodies on platform threads.
 *
 * <p>May use {@code active}, {@code annotation}, {@code node}, {@code error} and the transport's
 * API; used by groups and by the core itself. User programs do not need it.
 *
 * <p>Threads: said per method.
 */
package org.activeobjects.spi;
