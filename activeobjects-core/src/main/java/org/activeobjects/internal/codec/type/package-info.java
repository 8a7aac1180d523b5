/**
 * How users' types are written, read and copied: classes by their fields, records by their
 * constructor, exceptions so that they always arrive; and the bounded input that all of it reads.
 *
 * <p>May use {@code error}, {@code internal.stub}, the transport's {@code Slice} and Kryo; used by
 * {@code internal.codec} and {@code internal.codec.jdk}.
 *
 * <p>Threads: serializers have no state and are shared.
 */
package org.activeobjects.internal.codec.type;
