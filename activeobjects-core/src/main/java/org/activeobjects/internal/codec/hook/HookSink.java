package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.io.Output;

import java.util.Map;

/**
 * Where hooks write: into a message, or for a copy in this JVM. What the hook of one level writes
 * is a row of parts, each of some bytes and what follows them, so that who reads knows where he is.
 */
interface HookSink {

    /** Takes a level without hooks, which nothing is to be framed in. */
    void plain(Object owner, HookMethods.Level level);

    /** Begins a level. */
    void begin();

    /** Takes primitive values. */
    Output bytes();

    /** Takes an object, or {@code null}. */
    void object(Object value);

    /** Takes the fields of one level of an object. */
    void fields(Object owner, HookMethods.Level level);

    /** Takes values by the names of fields. */
    void values(Map<String, Object> values);

    /** Ends the level. */
    void end();
}
