package org.activeobjects.internal.codec;

import java.util.HashMap;
import java.util.Map;

/**
 * The numbers under which a runtime sends classes that have no number of the codec's own: in the
 * order in which they were first sent, the same towards every peer.
 *
 * <p><b>Threading:</b> safe.
 */
final class ClassNumbers {

    /** Of a class that always travels by name. */
    static final int NONE = -1;

    private final Map<Class<?>, Integer> numbers = new HashMap<>();

    /** The number of a class, which keeps it; {@link #NONE} once all are given away. */
    synchronized int of(Class<?> type) {
        Integer known = numbers.get(type);
        if (known == null && numbers.size() < PeerClasses.LIMIT) {
            known = numbers.size();
            numbers.put(type, known);
        }
        return known == null ? NONE : known;
    }

    /** The number of a class, if it has one; else {@link #NONE}. */
    synchronized int known(Class<?> type) {
        return numbers.getOrDefault(type, NONE);
    }
}
