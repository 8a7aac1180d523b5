package org.activeobjects.internal.waiting;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.RemotePromise;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.routing.RemoteRoute;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

/**
 * Finds the deadlocks in which active objects of one runtime take part.
 *
 * <p>Whoever begins a wait looks whether the object that it waits for waits itself, which costs a
 * look at one field. If so, or if that object lives elsewhere, the wait is a suspect: after a while
 * its chain is followed, from object to object, by probes into other runtimes. The last of the
 * waits of a cycle always is a suspect, for the others wait already. A cycle counts when it is
 * found a second time, later and with the same waits in it: by then no answer is on its way any
 * more. Of the suspects in it the one with the least id reports it.
 *
 * <p>A wait counts while the answer is really to come from the object that was called: not once its
 * method has returned something that is awaited itself (then that is followed), and not if it has a
 * time limit.
 *
 * <p><b>Threading:</b> safe.
 */
public final class DeadlockWatch implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(DeadlockWatch.class);

    private static final long PERIOD_MS = 200;
    private static final long CONFIRM_NS = 300_000_000;
    private static final long MAX_PAUSE_NS = 10_000_000_000L;

    private final DeadlockPolicy policy;
    private final LongFunction<LocalBody> exported;
    private final Map<LocalBody, Suspicion> suspects = new ConcurrentHashMap<>();
    private final AtomicBoolean looks = new AtomicBoolean();
    private volatile Messenger messenger;
    private volatile ScheduledExecutorService executor;
    private volatile boolean closed;

    /**
     * For one runtime.
     *
     * @param policy what to do about a deadlock
     * @param exported gives the body with a number, {@code null} if there is none
     */
    public DeadlockWatch(DeadlockPolicy policy, LongFunction<LocalBody> exported) {
        this.policy = policy;
        this.exported = exported;
    }

    /**
     * From now on there are other runtimes.
     *
     * @param opened sends to them
     */
    public void connect(Messenger opened) {
        messenger = opened;
    }

    /**
     * A body is about to wait.
     *
     * @param body the body, by its own thread
     * @param wait what it waits for; seen by others already
     * @throws DeadlockException under {@link DeadlockPolicy#FAIL} if it waits for itself
     */
    public void begins(LocalBody body, Wait wait) {
        if (policy == DeadlockPolicy.OFF) {
            return;
        }
        switch (source(wait.promise())) {
            case LocalRoute route when route.body() == body -> onSelfWait(body, wait);
            case LocalRoute route when route.body().currentWait() != null -> suspect(body, wait);
            case RemotePromise _ -> suspect(body, wait);
            case null, default -> {}
        }
    }

    /**
     * A body waits no more.
     *
     * @param body the body
     */
    public void ends(LocalBody body) {
        if (!suspects.isEmpty()) {
            suspects.remove(body);
        }
    }

    private void onSelfWait(LocalBody body, Wait wait) {
        String report = Edge.report(List.of(edge(body, wait)));
        LOG.warn("{}\n    No other thread serves it: it waits for itself, and for ever.", report);
        if (policy == DeadlockPolicy.FAIL) {
            throw new DeadlockException(report);
        }
    }

    private void suspect(LocalBody body, Wait wait) {
        suspects.put(body, new Suspicion(wait));
        lookSoon();
    }

    private void lookSoon() {
        if (!closed && looks.compareAndSet(false, true)) {
            Future<?> unused = executor().schedule(this::look, PERIOD_MS, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized ScheduledExecutorService executor() {
        if (executor == null) {
            executor =
                    Executors.newSingleThreadScheduledExecutor(
                            Thread.ofPlatform().daemon().name("deadlock-watch").factory());
            if (closed) {
                executor.shutdownNow();
            }
        }
        return executor;
    }

    /** One round over the suspects whose time has come. */
    private void look() {
        try {
            long now = System.nanoTime();
            suspects.forEach(
                    (body, suspicion) -> {
                        if (suspicion.isDue(now) && body.currentWait() == suspicion.wait) {
                            follow(body, suspicion);
                        }
                    });
        } catch (RuntimeException | Error e) {
            LOG.error("looking for deadlocks failed; it goes on", e);
        } finally {
            looks.set(false);
            if (!suspects.isEmpty()) {
                lookSoon();
            }
        }
    }

    private void follow(LocalBody body, Suspicion suspicion) {
        Wait wait = suspicion.wait;
        List<Edge> path = new ArrayList<>();
        path.add(edge(body, wait));
        Messenger open = messenger;
        RuntimeId self = open == null ? null : open.self();
        Probe probe = new Probe(self, body.number(), wait.beginNs(), path);
        chase(wait.promise(), probe, self);
    }

    /** Follows a chain within this runtime, and hands it on where it leaves. */
    private void chase(Promise from, Probe probe, RuntimeId self) {
        Promise promise = from;
        while (probe.path().size() <= Probe.MAX_LENGTH) {
            Object source = source(promise);
            if (source instanceof RemotePromise call) {
                send(call, probe);
                return;
            }
            if (!(source instanceof LocalRoute route)) {
                return;
            }
            Wait next = step(route.body(), probe, self);
            if (next == null) {
                return;
            }
            promise = next.promise();
        }
    }

    /** The wait of the next member; null if it does not wait, or the chain has come to an end. */
    private Wait step(LocalBody body, Probe probe, RuntimeId self) {
        Wait wait = body.currentWait();
        if (wait == null) {
            return null;
        }
        boolean isHome = probe.origin() == null || probe.origin().equals(self);
        if (isHome && body.number() == probe.number()) {
            if (wait.beginNs() == probe.beginNs()) {
                onCycle(body, wait, probe.path());
            }
            return null;
        }
        String id = idOf(body);
        if (probe.path().stream().anyMatch(edge -> edge.id().equals(id))) {
            return null; // a cycle that the origin only leads to
        }
        probe.path().add(edge(body, wait));
        return wait;
    }

    /**
     * Who is to give a result: a {@code LocalRoute}, a {@code RemotePromise}, or {@code null} if
     * that is not known or the result is there.
     */
    private static Object source(Promise from) {
        Promise promise = from;
        for (int i = 0; i < Probe.MAX_LENGTH && promise != null && !promise.isDone(); i++) {
            Object next = promise.handedOnTo();
            if (next == null) {
                next = promise.callee();
            }
            if (next instanceof RemoteRoute && promise instanceof RemotePromise) {
                return promise;
            }
            if (!(next instanceof Promise further)) {
                return next instanceof LocalRoute ? next : null;
            }
            promise = further;
        }
        return null;
    }

    private void send(RemotePromise call, Probe probe) {
        Messenger open = messenger;
        if (open == null
                || call.requestId() == 0
                || !(call.callee() instanceof RemoteRoute route)) {
            return;
        }
        // What began before this runtime had an id begins here.
        Probe sent =
                probe.origin() != null
                        ? probe
                        : new Probe(open.self(), probe.number(), probe.beginNs(), probe.path());
        String request = call.requestId() + "@" + open.self();
        try {
            Promise unused =
                    open.systemCall(
                            route.id().runtime(),
                            SystemOps.PROBE,
                            request,
                            route.id().number(),
                            sent.encode());
        } catch (TransportException | ActiveObjectException e) {
            LOG.debug("probe not sent: to={}", route, e);
        }
    }

    /**
     * Follows a chain that comes from another runtime.
     *
     * @param request which call is waited for: its number, {@code @}, and the runtime that made it
     * @param number the active object that was called
     * @param encoded the chain
     */
    public void onProbe(String request, long number, Object[] encoded) {
        Messenger open = messenger;
        LocalBody body = exported.apply(number);
        int at = request.indexOf('@');
        if (policy == DeadlockPolicy.OFF || open == null || body == null || at < 0) {
            return;
        }
        Probe probe = Probe.decode(encoded);
        RuntimeId caller = RuntimeId.parse(request.substring(at + 1));
        Object to = open.handedOnTo(caller, Long.parseLong(request.substring(0, at)));
        if (to == null) {
            Wait wait = step(body, probe, open.self());
            if (wait != null) {
                chase(wait.promise(), probe, open.self());
            }
        } else if (to != Answer.ELSEWHERE) {
            chase((Promise) to, probe, open.self());
        }
    }

    /** The chain has come back to where it began. */
    private void onCycle(LocalBody body, Wait wait, List<Edge> cycle) {
        Suspicion suspicion = suspects.get(body);
        String id = cycle.getFirst().id();
        boolean isLeast =
                cycle.stream().noneMatch(edge -> edge.looks() && edge.id().compareTo(id) < 0);
        if (suspicion == null || suspicion.wait != wait || !isLeast) {
            return;
        }
        if (suspicion.isConfirmed()) {
            String report = Edge.report(cycle);
            LOG.warn(report);
            if (policy == DeadlockPolicy.FAIL) {
                wait.fail(new DeadlockException(report));
            }
        }
    }

    private Edge edge(LocalBody body, Wait wait) {
        return Edge.of(idOf(body), body, wait, suspects.containsKey(body));
    }

    private String idOf(LocalBody body) {
        Messenger open = messenger;
        return open == null ? "#" + body.number() : body.number() + "@" + open.self();
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            if (executor != null) {
                executor.shutdownNow();
            }
        }
    }

    /** A wait whose chain is followed now and then. */
    private static final class Suspicion {

        private final Wait wait;
        private long pauseNs = PERIOD_MS * 1_000_000;
        private long dueNs;
        private long foundNs;
        private boolean isFound;
        private boolean isReported;

        Suspicion(Wait wait) {
            this.wait = wait;
            this.dueNs = wait.beginNs() + pauseNs;
        }

        /** For the thread that looks: whether it is time, and then when it is again. */
        synchronized boolean isDue(long now) {
            if (now - dueNs < 0 || isReported) {
                return false;
            }
            // Three looks in the first second, in which a deadlock is found; then fewer and fewer.
            boolean isYoung = now - wait.beginNs() < 1_000_000_000L;
            pauseNs = isYoung ? 2 * PERIOD_MS * 1_000_000 : Math.min(MAX_PAUSE_NS, 2 * pauseNs);
            dueNs = now + pauseNs;
            return true;
        }

        /** Once, when the cycle is found again after a while. */
        synchronized boolean isConfirmed() {
            long now = System.nanoTime();
            if (!isFound) {
                isFound = true;
                foundNs = now;
                return false;
            }
            if (isReported || now - foundNs < CONFIRM_NS) {
                return false;
            }
            isReported = true;
            return true;
        }
    }
}
