package org.activeobjects.internal.codec.type;

import org.activeobjects.internal.codec.wire.CodecFault;

/** Gives classes by name, those that may be decoded and no others. */
@FunctionalInterface
public interface ClassSource {

    /**
     * Finds a class and does not run its initializer.
     *
     * @param name as {@code Class.getName} gives it
     * @return the class
     * @throws CodecFault if there is none, or if it may not be decoded
     */
    Class<?> load(String name);
}
