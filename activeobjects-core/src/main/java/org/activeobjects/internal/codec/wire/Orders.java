package org.activeobjects.internal.codec.wire;

import java.util.Comparator;
import java.util.IdentityHashMap;

/**
 * How many comparators lie within each object of a message that has some, if all that is shared is
 * counted each time: whoever compares may ask all of them, so that few bytes could make one
 * comparison last for ever.
 */
final class Orders {

    private static final long ENDLESS = Long.MAX_VALUE >> 2;

    /** Null until the message has a comparator. */
    private IdentityHashMap<Object, Long> within;

    private long count;
    private long most = 1;

    /** A value begins; returns what {@link #leave} needs at its end. */
    long enter() {
        long before = count;
        count = 0;
        return before;
    }

    /** The value is complete, or was referred to once more. */
    void leave(Object object, long before) {
        if (object instanceof Comparator<?>) {
            if (within == null) {
                within = new IdentityHashMap<>();
            }
            if (!within.containsKey(object)) {
                count++;
            }
        }
        if (within != null && object != null) {
            if (count > 0) {
                within.put(object, count);
            } else {
                count = within.getOrDefault(object, 0L);
            }
        }
        most = Math.max(most, count);
        count = Math.min(before + count, ENDLESS);
    }

    /** A comparator refers to what is not complete yet: nobody knows how many it will ask. */
    void addEndless(Object comparator) {
        within.put(comparator, ENDLESS);
        most = ENDLESS;
    }

    long in(Object order) {
        return within == null ? 1 : within.getOrDefault(order, 1L);
    }

    long most() {
        return most;
    }

    void reset() {
        within = null;
        most = 1;
        count = 0;
    }
}
