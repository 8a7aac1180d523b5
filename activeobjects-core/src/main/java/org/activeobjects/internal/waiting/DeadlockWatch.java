package org.activeobjects.internal.waiting;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.internal.continuation.FutureCopy;
import org.activeobjects.internal.future.Several;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.RemotePromise;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.service.LocalBody;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

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
 * time limit. A future that has travelled is followed back to where it came from. A wait for
 * several results always is a suspect.
 *
 * <p><b>Threading:</b> safe.
 */
public final class DeadlockWatch implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(DeadlockWatch.class);

    private static final long PERIOD_MS = Suspicion.PERIOD_MS;

    private final DeadlockPolicy policy;
    private final Chains chains;
    private final Map<LocalBody, Suspicion> suspects = new ConcurrentHashMap<>();
    private final AtomicBoolean looks = new AtomicBoolean();
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
        this.chains = new Chains(exported, suspects::containsKey, this::onCycle);
    }

    /**
     * From now on there are other runtimes.
     *
     * @param opened sends to them
     */
    public void connect(Messenger opened) {
        chains.connect(opened);
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
        if (wait.promise() instanceof Several) {
            suspect(body, wait);
            return;
        }
        switch (Chains.source(wait.promise())) {
            case LocalRoute route when route.body() == body -> onSelfWait(body, wait);
            case LocalRoute route when route.body().currentWait() != null -> suspect(body, wait);
            case RemotePromise _, FutureCopy _ -> suspect(body, wait);
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
        String report = Edge.report(List.of(chains.edge(body, wait)));
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
                        if (suspicion.isDue(now) && body.currentWait() == suspicion.awaited()) {
                            chains.follow(body, suspicion.awaited());
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

    /**
     * Follows a chain that comes from another runtime.
     *
     * @param request which call is waited for: its number, {@code @}, and the runtime that made it;
     *     or which future of this runtime
     * @param number the active object that was called
     * @param encoded the chain
     */
    public void onProbe(String request, long number, Object[] encoded) {
        if (policy != DeadlockPolicy.OFF) {
            chains.onProbe(request, number, encoded);
        }
    }

    private void onCycle(LocalBody body, Wait wait, Probe probe) {
        Suspicion suspicion = suspects.get(body);
        if (suspicion == null || suspicion.awaited() != wait) {
            return;
        }
        String id = probe.path().getFirst().id();
        // Chains do not lead through a wait for any: who waits so has to report it himself.
        boolean isReporter =
                suspicion.isForAny()
                        || probe.path().stream()
                                .noneMatch(edge -> edge.looks() && edge.id().compareTo(id) < 0);
        String report = isReporter ? suspicion.confirmed(probe.branch(), probe.path()) : null;
        if (report != null) {
            LOG.warn(report);
            if (policy == DeadlockPolicy.FAIL) {
                wait.fail(new DeadlockException(report));
            }
        }
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
}
