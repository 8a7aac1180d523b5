package org.activeobjects.internal.waiting;

import org.activeobjects.internal.continuation.FutureCopy;
import org.activeobjects.internal.future.Promise;

import java.util.HashSet;
import java.util.Set;

/**
 * Finds what a result comes from in the end.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Origin {

    /** More hand-overs of one answer than this are not followed. */
    private static final int MAX_STEPS = 64;

    private Origin() {}

    /**
     * The promise at the end of a chain of those that depend on each other.
     *
     * @return the one that is given by an active object or another runtime; {@code null} if the
     *     result is there, or the chain has no end
     */
    static Promise of(Promise from) {
        Promise promise = from;
        for (int i = 0; i < MAX_STEPS && promise != null && !promise.isDone(); i++) {
            Promise next = next(promise);
            if (next == null) {
                return promise;
            }
            promise = next;
        }
        return null;
    }

    /** What a promise depends on within this runtime; null if it is the end of a chain. */
    private static Promise next(Promise promise) {
        if (promise instanceof FutureCopy) {
            return null;
        }
        Object next = promise.handedOnTo();
        return (next == null ? promise.callee() : next) instanceof Promise further ? further : null;
    }

    /** Whether a chain has no end, since each answer in it was left to the next one. */
    static boolean isCircle(Promise from) {
        Set<Promise> seen = new HashSet<>();
        Promise promise = from;
        while (promise != null && !promise.isDone() && seen.add(promise)) {
            promise = next(promise);
        }
        return promise != null && !promise.isDone();
    }
}
