/**
 * Classes made at run time that keep the arguments of a call without boxes.
 *
 * <p>May use {@code spi} and {@code java.lang.classfile}; used by {@code internal.stub} and by the
 * classes that it makes.
 *
 * <p>Threads: any; a class is made at the first call of its method.
 */
package org.activeobjects.internal.stub.packed;
