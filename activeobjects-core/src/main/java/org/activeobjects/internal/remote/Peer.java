package org.activeobjects.internal.remote;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.internal.codec.PeerClasses;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.transport.error.PeerLostException;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The calls that wait for one runtime, and the classes that it and this one know of each other.
 *
 * <p><b>Threading:</b> safe. A promise is added before its message is posted: it is failed by the
 * loss of the peer, or else by the post, which fails once the peer is lost.
 */
final class Peer {

    private final ConcurrentMap<Long, Promise> waiting = new ConcurrentHashMap<>();

    private final ConcurrentMap<Long, Object> handedOn = new ConcurrentHashMap<>();

    private final PeerClasses classes;

    Peer(PeerClasses classes) {
        this.classes = classes;
    }

    PeerClasses classes() {
        return classes;
    }

    /** The answer to a request of the peer depends on something else now; null when it has gone. */
    void handedOn(long requestId, Object to) {
        if (to == null) {
            handedOn.remove(requestId);
        } else {
            handedOn.put(requestId, to);
        }
    }

    Object handedOnTo(long requestId) {
        return handedOn.get(requestId);
    }

    void add(long requestId, Promise promise) {
        waiting.put(requestId, promise);
    }

    /** The promise of a call, once; null if it is unknown, already answered or given up. */
    Promise take(long requestId) {
        return waiting.remove(requestId);
    }

    /** Fails every call that waits; returns how many there were. */
    int fail(PeerLostException loss) {
        int failed = 0;
        handedOn.clear();
        for (Long id : waiting.keySet()) {
            Promise promise = waiting.remove(id);
            if (promise != null) {
                promise.failure(
                        new FutureMonitoringPingFailureException(
                                "no answer will come, its runtime is gone: call="
                                        + promise
                                        + " reason="
                                        + loss.getMessage(),
                                loss));
                failed++;
            }
        }
        return failed;
    }

    int size() {
        return waiting.size();
    }
}
