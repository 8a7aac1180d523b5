/**
 * Serializers that users have written: found, checked, and run within the codec.
 *
 * <p>May use {@code serial}, {@code error}, {@code active}, {@code internal.thrown}, {@code
 * internal.codec.wire}, {@code .type}, {@code .jdk} and Kryo; used by {@code internal.codec}.
 *
 * <p>Threads: serializers are shared.
 */
package org.activeobjects.internal.codec.custom;
