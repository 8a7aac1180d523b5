/**
 * What only the byte code of a class tells: which private methods its neighbours call, which fields
 * its default arguments read, which bridges can be intercepted where they lead to, and which static
 * methods work on static fields.
 *
 * <p>May use {@code java.lang.classfile} and nothing of the project; used by {@code internal.stub}.
 *
 * <p>Threads: any; nothing is kept.
 */
package org.activeobjects.internal.stub.bytecode;
