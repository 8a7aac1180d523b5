package org.activeobjects.transport.engine;

import org.activeobjects.transport.Request;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.progress.Progress;

import java.util.Objects;

/**
 * Several operations that somebody waits for.
 *
 * <p><b>Threading:</b> safe.
 */
final class SeveralRequests {

    private SeveralRequests() {}

    /**
     * Waits for all, also if one fails.
     *
     * @param requests operations; those that are {@code null} are left out
     * @throws TransportException the first failure, with the others as suppressed exceptions
     */
    static void awaitAll(Request[] requests) {
        Objects.requireNonNull(requests, "the array of requests is null");
        awaitLast(requests);
        TransportException first = null;
        for (Request request : requests) {
            TransportException failure = request == null ? null : operation(request).awaitFailure();
            if (first == null) {
                first = failure;
            } else if (failure != null && failure != first) { // the same request twice
                first.addSuppressed(failure);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * When the last one is complete, those before it nearly always are: so all are one wait, which
     * takes what comes in as few rounds as it can. But a copy that is left to who waits for just
     * that operation is not to wait for the end.
     */
    private static void awaitLast(Request[] requests) {
        for (int i = requests.length - 1; i >= 0; i--) {
            if (requests[i] instanceof Operation last) {
                if (!last.isComplete() && !last.mayCopyWhileItWaits()) {
                    var _ = last.awaitFailure(); // asked for again in its turn
                }
                return;
            }
        }
    }

    private static Operation operation(Request request) {
        if (request instanceof Operation operation) {
            return operation;
        }
        throw new IllegalArgumentException(
                "a request that no endpoint has started: request=" + request);
    }

    /**
     * Lets pass what somebody can wait for who is woken by one transport.
     *
     * @param requests operations; those that are {@code null} are left out
     * @param mover who moves the links of that transport
     * @throws IllegalArgumentException if there is none, or one is of another transport
     */
    static void checkAny(Request[] requests, Progress mover) {
        Objects.requireNonNull(requests, "the array of requests is null");
        boolean isEmpty = true;
        for (Request request : requests) {
            if (request != null && operation(request).station().progress() != mover) {
                throw new IllegalArgumentException(
                        "a request of another transport, for which its own endpoint waits: request="
                                + request);
            }
            isEmpty &= request == null;
        }
        if (isEmpty) {
            throw new IllegalArgumentException(
                    "awaitAny needs at least one request: requests=" + requests.length);
        }
    }

    static int firstComplete(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] instanceof Operation op && op.isComplete()) {
                return i;
            }
        }
        return -1;
    }
}
