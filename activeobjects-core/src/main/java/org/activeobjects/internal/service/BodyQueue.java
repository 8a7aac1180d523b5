package org.activeobjects.internal.service;

import org.activeobjects.active.BlockingRequestQueue;
import org.activeobjects.active.Request;
import org.activeobjects.active.RequestFilter;
import org.activeobjects.internal.mailbox.Mailbox;
import org.activeobjects.internal.request.QueuedRequest;

import java.util.function.Supplier;

/** The queue of a body as its own thread sees it. */
final class BodyQueue implements BlockingRequestQueue {

    private final LocalBody body;
    private final Mailbox mailbox;

    BodyQueue(LocalBody body, Mailbox mailbox) {
        this.body = body;
        this.mailbox = mailbox;
    }

    @Override
    public int size() {
        return mailbox.size();
    }

    @Override
    public boolean isEmpty() {
        return mailbox.isEmpty();
    }

    @Override
    public Request getOldest(RequestFilter filter) {
        body.requireOwnThread();
        return mailbox.find(filter, false, false);
    }

    @Override
    public Request getYoungest(RequestFilter filter) {
        body.requireOwnThread();
        return mailbox.find(filter, true, false);
    }

    @Override
    public Request removeOldest(RequestFilter filter) {
        body.requireOwnThread();
        return mailbox.find(filter, false, true);
    }

    @Override
    public Request removeYoungest(RequestFilter filter) {
        body.requireOwnThread();
        return mailbox.find(filter, true, true);
    }

    @Override
    public Request blockingRemoveOldest(RequestFilter filter, long timeoutMs) {
        return blocking(() -> mailbox.find(filter, false, true), timeoutMs);
    }

    @Override
    public Request blockingRemoveYoungest(RequestFilter filter, long timeoutMs) {
        return blocking(() -> mailbox.find(filter, true, true), timeoutMs);
    }

    @Override
    public boolean waitForRequest(long timeoutMs) {
        return blocking(() -> mailbox.find(null, false, false), timeoutMs) != null;
    }

    @Override
    public void clear() {
        body.requireOwnThread();
        QueuedRequest request = mailbox.poll();
        while (request != null) {
            body.refuse(request, "removed from the queue");
            request = mailbox.poll();
        }
    }

    private QueuedRequest blocking(Supplier<QueuedRequest> search, long timeoutMs) {
        body.requireOwnThread();
        body.requireActive();
        long deadline = System.nanoTime() + timeoutMs * 1_000_000;
        while (body.isActive()) {
            QueuedRequest found = search.get();
            if (found != null) {
                return found;
            }
            if (!body.awaitArrival(timeoutMs == 0 ? Long.MAX_VALUE : deadline)) {
                return null;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "requests of " + body.getName() + ": " + size();
    }
}
