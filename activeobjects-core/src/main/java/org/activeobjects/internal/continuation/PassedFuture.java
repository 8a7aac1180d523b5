package org.activeobjects.internal.continuation;

import org.activeobjects.internal.future.Promise;
import org.activeobjects.transport.address.RuntimeId;

import java.util.HashMap;
import java.util.Map;

/**
 * A future of this runtime of which others have copies.
 *
 * <p><b>Threading:</b> safe.
 */
public final class PassedFuture {

    private final long number;
    private final Promise promise;
    private Map<RuntimeId, Integer> owed = new HashMap<>();
    private boolean isHere;

    PassedFuture(long number, Promise promise) {
        this.number = number;
        this.promise = promise;
    }

    /**
     * Its number in this runtime.
     *
     * @return 1 or more
     */
    public long number() {
        return number;
    }

    /**
     * What the copies wait for.
     *
     * @return the promise
     */
    public Promise promise() {
        return promise;
    }

    /** A message with the future has gone; returns whom an update has to follow at once. */
    synchronized Map<RuntimeId, Integer> posted(RuntimeId to) {
        owed.merge(to, 1, Integer::sum);
        return isHere ? takeOwed() : Map.of();
    }

    /** The result is there; returns whom to send it. */
    synchronized Map<RuntimeId, Integer> arrived() {
        isHere = true;
        return takeOwed();
    }

    private Map<RuntimeId, Integer> takeOwed() {
        Map<RuntimeId, Integer> taken = owed;
        owed = new HashMap<>();
        return taken;
    }
}
