/**
 * What the forms of the JDK's types are put together from: collections, maps, single values, what
 * Java's own serialization makes of a value, and a look at what a value refers to.
 *
 * <p>May use {@code internal.stub}, {@code internal.codec.type}, {@code .wire} and Kryo; used by
 * {@code internal.codec.jdk} and {@code .hook}.
 *
 * <p>Threads: serializers have no state and are shared.
 */
package org.activeobjects.internal.codec.form;
