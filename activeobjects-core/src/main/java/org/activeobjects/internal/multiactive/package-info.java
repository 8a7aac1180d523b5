/**
 * Multi-active objects: what their annotations say, and which request may begin next.
 *
 * <p>May use {@code annotation.multiactivity}, {@code error}, {@code spi}; used by {@code
 * internal.service} and {@code multiactivity}.
 *
 * <p>Threads: rules are immutable; a scheduler is used under the lock of whoever has it.
 */
package org.activeobjects.internal.multiactive;
