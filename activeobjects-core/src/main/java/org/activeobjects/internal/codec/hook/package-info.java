/**
 * What a class says about its own serialization, by the names that Java's serialization has given:
 * {@code writeReplace}, {@code readResolve}, {@code Externalizable}, {@code writeObject} and {@code
 * readObject}; and lambdas that are serializable.
 *
 * <p>May use {@code internal.codec.type}, {@code .wire} and Kryo; used by {@code internal.codec}.
 *
 * <p>Threads: serializers have no state and are shared.
 */
package org.activeobjects.internal.codec.hook;
