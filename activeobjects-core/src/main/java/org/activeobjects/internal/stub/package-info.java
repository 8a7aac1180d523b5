/**
 * Stubs: classes made at run time that hand every call on an instance to a {@code CallHandler}, and
 * the method tables that give each call its number.
 *
 * <p>May use its sub-packages {@code packed} and {@code bytecode}, {@code active}, {@code
 * annotation}, {@code spi}, {@code wrapper}, {@code error}, and {@code java.lang.classfile}, which
 * only these three packages use; used by {@code internal.codec.form}, {@code .type}, {@code
 * .future}, {@code .event}, {@code .routing}, {@code .remote}, {@code .service}, {@code .migration}
 * and {@code .runtime}.
 *
 * <p>Threads: any; tables and classes are made once per type and then only read.
 */
package org.activeobjects.internal.stub;
