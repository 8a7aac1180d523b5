/**
 * How users' types are written, read and copied: classes by their fields, records by their
 * constructor, exceptions so that they always arrive.
 *
 * <p>May use {@code error}, {@code internal.stub}, {@code internal.thrown}, {@code
 * internal.codec.wire}, {@code .reach} and Kryo; used by {@code internal.codec} and its other
 * sub-packages.
 *
 * <p>Threads: serializers have no state and are shared.
 */
package org.activeobjects.internal.codec.type;
