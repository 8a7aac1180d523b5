package org.activeobjects.internal.service;

import org.activeobjects.active.BlockingRequestQueue;
import org.activeobjects.active.Request;
import org.activeobjects.active.RequestFilter;
import org.activeobjects.internal.mailbox.Expectation;
import org.activeobjects.internal.mailbox.Intake;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.StubMethod;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The queue of a body as its own thread sees it, and the requests that were taken from it and have
 * not been served.
 */
final class BodyQueue implements BlockingRequestQueue {

    /** Methods that are listed where one is not known. */
    private static final int MAX_NAMES = 30;

    private static final RequestFilter ALL = request -> true;

    // Which of those that a filter accepts, and what becomes of it.
    private static final boolean OLDEST = false;
    private static final boolean YOUNGEST = true;
    private static final boolean LOOK = false;
    private static final boolean TAKE = true;

    private final LocalBody body;

    /** Those with waiting callers that were not served before the latest was taken. */
    private final Set<QueuedRequest> earlier = new LinkedHashSet<>();

    private QueuedRequest latest;

    BodyQueue(LocalBody body) {
        this.body = body;
    }

    @Override
    public int size() {
        return body.queueLength();
    }

    @Override
    public boolean isEmpty() {
        return body.hasEmptyQueue();
    }

    @Override
    public Request getOldest(RequestFilter filter) {
        return find(filter, OLDEST, LOOK);
    }

    @Override
    public Request getYoungest(RequestFilter filter) {
        return find(filter, YOUNGEST, LOOK);
    }

    @Override
    public Request removeOldest(RequestFilter filter) {
        return taken(find(filter, OLDEST, TAKE));
    }

    @Override
    public Request removeYoungest(RequestFilter filter) {
        return taken(find(filter, YOUNGEST, TAKE));
    }

    @Override
    public Request blockingGetOldest(RequestFilter filter, long timeoutMs) {
        return await(filter, OLDEST, LOOK, timeoutMs);
    }

    @Override
    public Request blockingGetYoungest(RequestFilter filter, long timeoutMs) {
        return await(filter, YOUNGEST, LOOK, timeoutMs);
    }

    @Override
    public Request blockingRemoveOldest(RequestFilter filter, long timeoutMs) {
        return taken(await(filter, OLDEST, TAKE, timeoutMs));
    }

    @Override
    public Request blockingRemoveYoungest(RequestFilter filter, long timeoutMs) {
        return taken(await(filter, YOUNGEST, TAKE, timeoutMs));
    }

    @Override
    public boolean waitForRequest(long timeoutMs) {
        return await(null, OLDEST, LOOK, timeoutMs) != null;
    }

    @Override
    public void clear() {
        clear(ALL);
    }

    @Override
    public void clear(RequestFilter filter) {
        RequestFilter chosen = filter == null ? ALL : filter;
        QueuedRequest request = find(chosen, OLDEST, TAKE);
        while (request != null) {
            body.refuse(request, "removed from the queue");
            request = find(chosen, OLDEST, TAKE);
        }
    }

    /** Most are served before the next one is taken. */
    private Request taken(QueuedRequest request) {
        if (request != null) {
            request.takenFrom(this);
            keepLatest();
            latest = request;
        }
        return request;
    }

    private void keepLatest() {
        if (latest != null && latest.answer() != null) {
            earlier.add(latest);
        }
        latest = null;
    }

    /**
     * A request is about to be served or answered: one that was taken, or one that was only looked
     * at and leaves the queue now.
     */
    QueuedRequest begin(Request request) {
        Intake intake = body.requireOwnTurn().intake;
        QueuedRequest queued = QueuedRequest.of(request);
        if (queued == latest) {
            latest = null;
        } else if (queued.isTakenFrom(this)) {
            earlier.remove(queued);
        } else if (!queued.isQueued() || !intake.remove(queued)) {
            throw new IllegalStateException(
                    "request is served only once, and only by the object that it is for: body="
                            + body.getName()
                            + " "
                            + queued
                            + "; it has been served or removed, or was taken from another queue");
        }
        queued.begins();
        return queued;
    }

    /** The life is over: nobody waits for what was taken and never served. */
    void close() {
        keepLatest();
        earlier.forEach(request -> body.refuse(request, "taken from the queue and never served"));
        earlier.clear();
    }

    /** Lets requests wait until others have come. */
    BodyHandle.Expected expect(List<String> methods, Consumer<List<String>> onGivenUp) {
        if (!body.isOwnThread() || !body.keepsThread() || body.isMultiActive()) {
            throw new IllegalStateException(
                    "a queue waits for requests only if the thread that chooses them says so: body="
                            + body.getName()
                            + " thread="
                            + Thread.currentThread().getName()
                            + "; not in an immediate service, and not in a multi-active object");
        }
        methods.forEach(this::requireQueued);
        Expectation expectation = new Expectation(methods, onGivenUp, body::wake);
        body.turn().intake.expect(expectation);
        return expectation;
    }

    private void requireQueued(String name) {
        List<StubMethod> all = MethodTable.of(body.target().getClass()).methods();
        List<StubMethod> named = all.stream().filter(one -> one.name().equals(name)).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException(
                    "active object has no such method to wait for: class="
                            + body.target().getClass().getName()
                            + " method="
                            + name
                            + "; it has "
                            + all.stream()
                                    .filter(one -> !one.isOfObject())
                                    .map(StubMethod::name)
                                    .distinct()
                                    .sorted()
                                    .limit(MAX_NAMES)
                                    .collect(Collectors.joining(", ")));
        }
        if (named.stream().allMatch(body::servesBeside)) {
            throw new IllegalArgumentException(
                    "requests for this method are served at once, and never come into the queue:"
                            + " class="
                            + body.target().getClass().getName()
                            + " method="
                            + name
                            + "; wait for another one");
        }
    }

    private QueuedRequest find(RequestFilter filter, boolean youngest, boolean remove) {
        Intake intake = body.requireOwnTurn().intake;
        if (body.hasMoved()) {
            return null; // what comes is passed on
        }
        if (filter == null) {
            return intake.find(null, youngest, remove);
        }
        Sieve sieve = new Sieve(filter);
        QueuedRequest found = intake.find(sieve, youngest, remove);
        while (sieve.broken != null) {
            var _ = intake.remove(sieve.broken);
            Execution.failed(body, sieve.broken, sieve.broken.defect());
            sieve.broken = null;
            found = intake.find(sieve, youngest, remove);
        }
        return found;
    }

    private QueuedRequest await(
            RequestFilter filter, boolean youngest, boolean remove, long timeoutMs) {
        Intake intake = body.requireOwnTurn().intake;
        body.requireActive();
        long deadline = deadline(timeoutMs);
        while (body.isActive()) {
            QueuedRequest found = find(filter, youngest, remove);
            if (found != null) {
                return found;
            }
            if (intake.endIsOrdered()) {
                // What could still come was sent after the order to end.
                body.terminate();
            } else if (!body.awaitArrival(deadline)) {
                return null;
            }
        }
        return null;
    }

    private static long deadline(long timeoutMs) {
        if (timeoutMs < 0) {
            throw new IllegalArgumentException(
                    "a time limit is 0, for ever, or more: timeoutMs=" + timeoutMs);
        }
        long ns = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        return ns == 0 || ns > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : System.nanoTime() + ns;
    }

    @Override
    public String toString() {
        return "requests of " + body.getName() + ": " + size();
    }

    /** The user's filter, and what it could not read of a request that can never be served. */
    private static final class Sieve implements RequestFilter {

        private final RequestFilter filter;
        private QueuedRequest broken;

        private Sieve(RequestFilter filter) {
            this.filter = filter;
        }

        @Override
        public boolean acceptRequest(Request request) {
            try {
                return filter.acceptRequest(request);
            } catch (RuntimeException e) {
                QueuedRequest queued = (QueuedRequest) request;
                if (queued.defect() == null) {
                    throw e;
                }
                broken = queued;
                return true;
            }
        }
    }
}
