package org.activeobjects.internal.waiting;

import org.activeobjects.internal.continuation.FutureCopy;
import org.activeobjects.internal.future.Promise;

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
     *     result is there
     */
    static Promise of(Promise from) {
        Promise promise = from;
        for (int i = 0; i < MAX_STEPS && promise != null && !promise.isDone(); i++) {
            if (promise instanceof FutureCopy) {
                return promise;
            }
            Object next = promise.handedOnTo();
            if (next == null) {
                next = promise.callee();
            }
            if (!(next instanceof Promise further)) {
                return promise;
            }
            promise = further;
        }
        return null;
    }
}
