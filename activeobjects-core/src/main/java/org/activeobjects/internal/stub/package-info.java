/**
 * Stubs: classes made at run time that hand every call on an instance to a {@code CallHandler}, and
 * the method tables that give each call its number.
 *
 * <p>May use {@code internal.stub.packed}, {@code active}, {@code annotation}, {@code spi}, {@code
 * error}, and {@code java.lang.classfile}, which only these two packages use; used by {@code
 * internal.routing}, {@code .future} and {@code .runtime}.
 *
 * <p>Threads: any; tables and classes are made once per type and then only read.
 */
package org.activeobjects.internal.stub;
