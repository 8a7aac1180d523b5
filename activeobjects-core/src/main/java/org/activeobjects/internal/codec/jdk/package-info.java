/**
 * The types of the JDK that may be sent, each with a number of its own and a form that needs no
 * access to the JDK's private fields; primitive arrays among them, large ones out of band.
 *
 * <p>May use {@code internal.codec.form}, {@code .type}, {@code .wire}, the transport's {@code
 * ElementType} and Kryo; used by {@code internal.codec} and {@code internal.codec.custom}.
 *
 * <p>Threads: serializers have no state and are shared.
 */
package org.activeobjects.internal.codec.jdk;
