/**
 * What a class says about its own serialization, by the names that Java's serialization has given:
 * {@code writeReplace}, {@code readResolve}, {@code Externalizable}, {@code writeObject} and {@code
 * readObject}; lambdas that are serializable; and what the JDK's classes of an exception hold.
 *
 * <p>May use {@code internal.thrown}, {@code internal.codec.form}, {@code .type}, {@code .wire} and
 * Kryo; used by {@code internal.codec}.
 *
 * <p>Threads: serializers have no state and are shared.
 */
package org.activeobjects.internal.codec.hook;
