package org.activeobjects.internal.codec.form;

import com.esotericsoftware.kryo.Serializer;

/** Takes the types that have a number of their own on the wire. */
@FunctionalInterface
public interface Registrar {

    /**
     * Adds a type.
     *
     * @param id its number, the same for ever
     * @param type class, or superclass or interface of the classes that are written this way
     * @param serializer how its values are written
     */
    void add(int id, Class<?> type, Serializer<?> serializer);
}
