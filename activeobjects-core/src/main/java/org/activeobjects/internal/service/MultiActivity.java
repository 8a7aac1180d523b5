package org.activeobjects.internal.service;

import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.multiactive.Limits;
import org.activeobjects.internal.multiactive.Rules;
import org.activeobjects.internal.multiactive.Scheduler;
import org.activeobjects.internal.multiactive.Scheduler.Entry;
import org.activeobjects.internal.multiactive.Scheduler.Obstacles;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.service.Serving.Delay;
import org.activeobjects.internal.traits.Launch;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The activity of a multi-active object: its own thread takes the requests as they come, threads
 * beside it serve those that may run at the same time.
 *
 * <p><b>Threading:</b> {@link #serve} by the body's own thread, once; the scheduler under a lock,
 * which is never held while a request runs, but while a condition does, which is code of the user's
 * and may want a lock that a request holds. So a request in the midst of its method never waits for
 * the lock: what it has to tell is taken note of by whoever has it.
 */
final class MultiActivity {

    private static final Logger LOG = LogManager.getLogger(MultiActivity.class);

    private final LocalBody body;
    private final Rules rules;
    private final Scheduler<QueuedRequest> scheduler;
    private final ReentrantLock lock = new ReentrantLock();

    /** What has been told and not taken note of; who unlocks looks at it once more. */
    private final Queue<Change> changes = new ConcurrentLinkedQueue<>();

    private volatile boolean awaitsEnd;

    /** A request waits, or goes on. */
    private record Change(Entry<QueuedRequest> entry, boolean waits) {}

    MultiActivity(LocalBody body, Rules rules, Limits limits) {
        this.body = body;
        this.rules = rules;
        this.scheduler = new Scheduler<>(rules, limits, body.target());
    }

    /** Serves until the body is told to end, and what was sent before an order to end. */
    void serve() {
        boolean endIsOrdered = false;
        try {
            endIsOrdered = serveUntilEnd();
        } catch (RuntimeException | Error e) {
            body.breakDown("error outside of any service", e);
        }
        awaitEnd();
        if (endIsOrdered) {
            body.terminate();
        }
        for (QueuedRequest request : unserved()) {
            body.refuse(request, "terminated before it was served");
        }
    }

    /** Whether the end was ordered by a request. */
    private boolean serveUntilEnd() {
        boolean endIsOrdered = false;
        while (body.isActive() && !endIsOrdered) {
            QueuedRequest request = body.turn().intake.pollSilently();
            if (request == null) {
                body.awaitArrival(Long.MAX_VALUE);
            } else if (request.isTermination()) {
                leftQueue();
                endIsOrdered = true;
            } else {
                arrived(request);
            }
        }
        return endIsOrdered;
    }

    /** Why a request has not begun; null if it is none of those that have come and have not. */
    Delay delayOf(Predicate<QueuedRequest> isAsked) {
        lock.lock();
        try {
            return delay(isAsked);
        } finally {
            lock.unlock();
            catchUp();
        }
    }

    private Delay delay(Predicate<QueuedRequest> isAsked) {
        Entry<QueuedRequest> entry = scheduler.queued(isAsked);
        if (entry == null) {
            return null;
        }
        Obstacles<QueuedRequest> obstacles = scheduler.obstacles(entry);
        List<Serving> oneOf = waiting(obstacles.oneOf());
        return new Delay(
                entry.request(),
                waiting(obstacles.running()),
                oneOf.size() < obstacles.oneOf().size() ? List.of() : oneOf,
                obstacles.older(),
                obstacles.perhaps());
    }

    /** Those that wait for a result without a time limit. */
    private List<Serving> waiting(List<QueuedRequest> running) {
        return body.servingsBeside().stream()
                .filter(serving -> serving.currentWait() != null)
                .filter(serving -> running.contains(serving.request()))
                .toList();
    }

    private List<QueuedRequest> unserved() {
        lock.lock();
        try {
            return scheduler.drain();
        } finally {
            lock.unlock();
            catchUp();
        }
    }

    private void arrived(QueuedRequest request) {
        Rules.Member member;
        Object parameter;
        try {
            member = rules.member(request.method());
            parameter = member.parameterOf(member.parameter() < 0 ? null : request.arguments());
        } catch (RuntimeException | Error e) { // as if it were thrown by the method
            leftQueue();
            Execution.failed(body, request, e);
            return;
        }
        body.extras().beside.begins();
        List<Entry<QueuedRequest>> begun;
        lock.lock();
        try {
            scheduler.arrived(request, member, parameter);
            begun = begin();
        } finally {
            lock.unlock();
        }
        begun.forEach(this::start);
        catchUp();
    }

    /** All that may begin now; under the lock. */
    private List<Entry<QueuedRequest>> begin() {
        var _ = note();
        List<Entry<QueuedRequest>> begun = new ArrayList<>();
        Entry<QueuedRequest> next = body.isActive() ? scheduler.next() : null;
        while (next != null) {
            leftQueue();
            begun.add(next);
            next = scheduler.next();
        }
        return begun;
    }

    /** A request counts as queued until it begins. */
    private void leftQueue() {
        Gate gate = body.gate();
        if (gate != null) {
            gate.left();
        }
    }

    /** A thread of the same kind as the body's own. */
    private void start(Entry<QueuedRequest> entry) {
        Launch.run(
                body.traits(),
                body.threadName(),
                () -> run(entry),
                false,
                reason -> refused(entry, reason));
    }

    /** Without threads nothing goes on: what has begun is over, what has not is refused. */
    private void refused(Entry<QueuedRequest> entry, Throwable reason) {
        body.breakDown("executor refused", reason);
        body.extras().beside.finished();
        body.refuse(entry.request(), "terminated before it was served");
        var _ = finished(entry); // none begins any more
    }

    /** One thread; it goes on with what its request has held up. */
    private void run(Entry<QueuedRequest> first) {
        Entry<QueuedRequest> entry = first;
        while (entry != null) {
            Entry<QueuedRequest> served = entry;
            try {
                body.serveBeside(
                        served.request(), waits -> waitsOrGoesOn(served, waits.booleanValue()));
            } catch (RuntimeException | Error e) { // as outside of services of its own thread
                body.breakDown("error outside of any service", e);
            } finally {
                entry = finished(served);
            }
        }
    }

    private Entry<QueuedRequest> finished(Entry<QueuedRequest> entry) {
        List<Entry<QueuedRequest>> begun;
        lock.lock();
        try {
            var _ = note(); // what the request has told comes before its end
            scheduler.finished(entry);
            begun = begin();
        } finally {
            lock.unlock();
        }
        begun.stream().skip(1).forEach(this::start);
        catchUp();
        if (awaitsEnd) {
            LockSupport.unpark(body.ownThread());
        }
        return begun.isEmpty() ? null : begun.getFirst();
    }

    private void waitsOrGoesOn(Entry<QueuedRequest> entry, boolean waits) {
        changes.add(new Change(entry, waits));
        catchUp();
    }

    /** Has taken note of what was told, unless whoever has the lock will do so. */
    private void catchUp() {
        while (!changes.isEmpty() && lock.tryLock()) {
            List<Entry<QueuedRequest>> begun;
            try {
                begun = note() ? begin() : List.of();
            } finally {
                lock.unlock();
            }
            begun.forEach(this::start);
        }
    }

    /** Takes note of what was told, under the lock; whether others may begin by that. */
    private boolean note() {
        boolean anyWaits = false;
        for (Change told = changes.poll(); told != null; told = changes.poll()) {
            if (told.waits()) {
                scheduler.waits(told.entry());
                anyWaits = true;
            } else {
                scheduler.goesOn(told.entry());
            }
        }
        return anyWaits;
    }

    /** What runs completes; what waits is served unless the end is immediate. */
    private void awaitEnd() {
        awaitsEnd = true;
        while (isAtWork()) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                LOG.debug("interrupt at the end ignored: body={}", body);
            }
        }
    }

    private boolean isAtWork() {
        lock.lock();
        try {
            return scheduler.runningCount() > 0 || scheduler.waitingCount() > 0 && body.isActive();
        } finally {
            lock.unlock();
            catchUp();
        }
    }
}
