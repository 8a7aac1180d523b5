/**
 * Turns argument lists and results into bytes and back, or copies them for a call inside one JVM.
 *
 * <p>What it carries, refuses and limits is told in {@code docs/codec.md}. The forms of values are
 * in {@code .jdk} (the JDK's types, put together from {@code .form}), {@code .type} (users'
 * classes), {@code .hook} (Java serialization) and {@code .custom} (users' serializers); {@code
 * .wire} keeps the account of what a message costs.
 *
 * <p>A class that has no number of the codec's own is named once to each runtime: {@link
 * org.activeobjects.internal.codec.PeerClasses} has the protocol.
 *
 * <p>May use {@code error}, {@code active}, {@code node}, {@code spi}, {@code internal.future}, its
 * sub-packages, the transport's {@code Slice}, and Kryo; used by {@code internal.remote}, {@code
 * .routing}, {@code .lease}, {@code .continuation}, {@code .settings} and {@code .runtime}.
 *
 * <p>Threads: a codec may be used by any number of threads; what it keeps per use comes from a
 * bounded pool, so that a million virtual threads share a few.
 */
package org.activeobjects.internal.codec;
