/**
 * What is called in {@code libucp}, and the few calls of Linux that waiting for it takes.
 *
 * <p>One class per thing: the library, a context with its one worker, a descriptor that can be
 * waited for, registered memory, and messages of one tag in a row. Nothing here knows of links or
 * frames. Handles of the library are numbers; who holds one uses it no longer than the library
 * says.
 *
 * <p>May use {@code transport.spi} for its exception and the memory that links give out, and {@code
 * transport.posix} for what calls have in common; used by {@code transport.ucx} only.
 *
 * <p>Threads: said per class. The library calls back in one place only, for an endpoint that has
 * failed, on the thread that moves the worker.
 */
package org.activeobjects.transport.ucx.binding;
