package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.io.Input;

/** Where hooks read what hooks have written, in the same order. */
interface HookSource {

    /** Gives primitive values. */
    Input bytes();

    /** Bytes of primitive values that are left at most. */
    int left();

    /** Gives an object, or {@code null}. */
    Object object();

    /** Sets the fields of one level of an object. */
    void fields(Object owner, HookMethods.Level level);
}
