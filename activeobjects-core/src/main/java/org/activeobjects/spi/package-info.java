/**
 * What layers above the core build on: stubs with a handler of one's own, which may travel, one
 * call to many active objects, code that runs on arrival at a body, and bodies on platform threads.
 *
 * <p>May use {@code active}, {@code annotation}, {@code node}, {@code error} and the transport's
 * API; used by groups and by the core itself. Of user programs only those need it that have a
 * context of their own travel with requests ({@link org.activeobjects.spi.ContextCarrier}).
 *
 * <p>Threads: said per method.
 */
package org.activeobjects.spi;
