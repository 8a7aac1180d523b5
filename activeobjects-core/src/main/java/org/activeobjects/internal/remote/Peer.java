package org.activeobjects.internal.remote;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.internal.codec.PeerClasses;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.pending.PendingCalls;
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

    private final PendingCalls waiting = new PendingCalls();

    private final ConcurrentMap<Long, Object> handedOn = new ConcurrentHashMap<>();

    private final PeerClasses classes;

    private static final String ADVICE =
            "; it may have been served before: look the object up again where it is now, or create"
                    + " another one, and call that if it does no harm to do so twice";

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
        waiting.add(requestId, promise);
    }

    /** The promise of a call, once; null if it is unknown, already answered or given up. */
    Promise take(long requestId) {
        return waiting.take(requestId);
    }

    /** Fails every call that waits; returns how many there were. */
    int fail(PeerLostException loss) {
        handedOn.clear();
        return waiting.takeAll(promise -> promise.failure(lost(promise, loss)));
    }

    private static FutureMonitoringPingFailureException lost(
            Promise promise, PeerLostException loss) {
        return new FutureMonitoringPingFailureException(
                "no answer will come, its runtime is gone: call="
                        + promise.description()
                        + " reason="
                        + loss.getMessage()
                        + (promise.method() == null ? "" : ADVICE),
                loss);
    }

    int size() {
        return waiting.size();
    }
}
