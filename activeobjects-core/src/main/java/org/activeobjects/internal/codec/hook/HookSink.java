package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.io.Output;

/** Where hooks write: into a message, or for a copy in this JVM. */
interface HookSink {

    /** Takes primitive values. */
    Output bytes();

    /** Takes an object, or {@code null}. */
    void object(Object value);

    /** Takes the fields of one level of an object. */
    void fields(Object owner, HookMethods.Level level);
}
