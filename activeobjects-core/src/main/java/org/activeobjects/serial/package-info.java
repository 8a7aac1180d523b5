/**
 * How a program says itself how instances of a class are sent: an {@link
 * org.activeobjects.serial.ObjectSerializer}, found with {@code ServiceLoader}.
 *
 * <p>May use the JDK only; used by {@code internal.codec.custom} and by whoever has such classes.
 *
 * <p>Threads: a serializer is shared by all threads; writers and readers belong to one call.
 */
package org.activeobjects.serial;
