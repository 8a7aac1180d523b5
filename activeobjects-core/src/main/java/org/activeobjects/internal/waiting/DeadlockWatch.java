package org.activeobjects.internal.waiting;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.internal.admission.Room;
import org.activeobjects.internal.continuation.FutureCopy;
import org.activeobjects.internal.future.Presence;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Several;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.pending.Errand;
import org.activeobjects.internal.pending.Inquiry;
import org.activeobjects.internal.pending.RemotePromise;
import org.activeobjects.internal.pending.Unsent;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.service.Serving;
import org.activeobjects.node.Job;
import org.activeobjects.transport.address.RuntimeId;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Finds the deadlocks in which active objects of one runtime take part.
 *
 * <p>A wait is one of a thread that serves an active object: its own, one of an immediate service
 * or one of a multi-active object. Whoever begins a wait looks whether the object that is to give
 * the result has a thread that waits, which costs a look at two fields. If so, or if that object
 * lives elsewhere, the wait is a suspect: after a while all that it depends on is looked at. The
 * last of the waits of a deadlock always is a suspect, for the others wait already; if a wait comes
 * to depend on something else while it lasts, it becomes one, as is one from its beginning whose
 * result was left to somebody else already, for of what that one does its waiter is not told.
 *
 * <p>A deadlock is a set of waits none of which can end before another one of the set has: a thread
 * that waits for a result needs it; a wait for any of several needs one of them, one for all needs
 * each; a request needs the thread that serves it or, if none does yet, that of its object; a
 * queued request of a multi-active object needs the end of those that are not compatible with it,
 * and a thread; a call of a group that no member has got yet needs the end of one that the members
 * have. It counts when it is found a second time, later and with the same waits in it: then all of
 * them waited at one moment in between. An answer that is on its way is no need: what another
 * runtime tells of a call comes behind the answer to that, if it has left, and whoever asks looks
 * then whether it has come; for credits, which have no order, both sides compare how many there
 * were. Of the suspects in it one reports it, the first in an order of their ids. So nobody follows
 * waits past a suspect that precedes him: of a chain of many, most see a few.
 *
 * <p>Told is, too, whoever waits for a result that was left from one call to another, and in the
 * end to the first again: there nobody waits who could tell.
 *
 * <p>What a condition of a multi-active object holds up that is a method of the object, and so may
 * say something else when it is asked the next time, makes no deadlock; but after half a minute the
 * log tells what it looks like.
 *
 * <p>Ranks that wait for each other among themselves are no matter of this; but one that waits for
 * a rank which is in a call is noted as a wait for the own thread of that, if nothing is served
 * beside it, and so becomes part of the graph.
 *
 * <p>Threads that wait for each other's locks are told of by the {@link LockWatch} beside it.
 *
 * <p>What has a time limit, what is handed on to something unknown, and what does not answer in
 * time holds nobody up.
 *
 * <p><b>Threading:</b> safe.
 */
public final class DeadlockWatch implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(DeadlockWatch.class);

    /** What may be done about it in the program. */
    private static final String REMEDY =
            "\n    Have one of them go on without waiting: return the future as it is, or add an"
                    + " action to it; or have the call answered beside the queue"
                    + " (@ImmediateService).";

    /** The same where a constructor waits. */
    private static final String REMEDY_IN_CONSTRUCTOR =
            " A constructor had better be given as an argument what it would ask for.";

    /** What may be done about it, if it is only reported. */
    private static final String ADVICE =
            "\n    With -D" + DeadlockPolicy.SETTING + "=fail one of these waits fails then.";

    /** What reports begin with. */
    static final String HEAD = "deadlock: ";

    /** What is said of one of which nobody can be sure. */
    private static final String DOUBT =
            "\nThey have waited for half a minute, and wait for ever unless a condition that is a"
                    + " method of an object changes its mind.";

    private static final long PERIOD_MS = Suspicion.PERIOD_MS;

    /** Looks at the same time: each keeps what it sees, and asks other runtimes. */
    static final int MOST_LOOKS = 64;

    private final DeadlockPolicy policy;
    private final LongFunction<LocalBody> exported;
    private final Supplier<Job> job;
    private final Map<Wait, Suspicion> suspects = new ConcurrentHashMap<>();
    private final AtomicBoolean looks = new AtomicBoolean();
    private final Semaphore turns = new Semaphore(MOST_LOOKS, true);
    private final Reports reports = new Reports();
    private final LockWatch locks;
    private volatile Messenger messenger;
    private ScheduledExecutorService executor;
    private volatile boolean closed; // set under the lock

    /**
     * For one runtime.
     *
     * @param policy what to do about a deadlock
     * @param exported gives the body with a number, {@code null} if there is none
     * @param job gives the job of the runtime, {@code null} if it has none
     */
    public DeadlockWatch(
            DeadlockPolicy policy, LongFunction<LocalBody> exported, Supplier<Job> job) {
        this.policy = policy;
        this.exported = exported;
        this.job = job;
        this.locks = LockWatch.start(policy);
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
     * A thread of a body is about to wait.
     *
     * @param body the body
     * @param wait what it waits for, by the thread that waits; seen by others already
     * @throws DeadlockException under {@link DeadlockPolicy#FAIL} if it waits for itself
     */
    public void begins(LocalBody body, Wait wait) {
        if (policy == DeadlockPolicy.OFF) {
            return;
        }
        Promise awaited = wait.promise();
        Promise last = awaited instanceof Several ? awaited : Origin.of(awaited);
        boolean isLeftToAnother = last != awaited && !awaited.isDone();
        if (isLeftToAnother
                || last instanceof Several
                || last instanceof RemotePromise
                || last instanceof Inquiry
                || last instanceof Room room && room.seen() >= 0
                || last instanceof FutureCopy
                || last instanceof Presence
                || last != null && last.callee() instanceof Unsent
                || last != null && last.callee() instanceof Errand) {
            suspect(body, wait);
        } else if (last != null && last.callee() instanceof LocalRoute route) {
            LocalBody giver = route.body();
            if (giver == body
                    && body.currentWait() == wait
                    && last.handedOnTo() != Answer.ELSEWHERE) {
                onSelfWait(body, wait);
            } else if (giver == null || giver.isWaiting()) { // null: it has moved
                suspect(body, wait);
            }
        }
    }

    /**
     * What a wait is for is to be given by somebody else from now on.
     *
     * @param body the body
     * @param wait its wait
     */
    public void changes(LocalBody body, Wait wait) {
        if (policy != DeadlockPolicy.OFF) {
            suspect(body, wait);
        }
    }

    /**
     * A thread of a body waits no more.
     *
     * @param wait the wait
     */
    public void ends(Wait wait) {
        if (!suspects.isEmpty()) {
            suspects.remove(wait);
        }
    }

    private void onSelfWait(LocalBody body, Wait wait) {
        Explorer explorer = new Explorer(null, suspects::containsKey, true, 0);
        String root = explorer.follow(body, body.servingOf(wait));
        String report = explorer.graph().report(root, Set.of(root));
        LOG.error(
                "{}\n    No other thread serves it: it waits for itself, and for ever."
                        + " Call the object itself, not its stub, or do not wait.",
                report);
        if (policy == DeadlockPolicy.FAIL) {
            throw new DeadlockException(report);
        }
    }

    private void suspect(LocalBody body, Wait wait) {
        suspects.put(wait, new Suspicion(body, wait));
        lookSoon();
    }

    private void lookSoon() {
        if (looks.compareAndSet(false, true)) {
            schedule();
        }
    }

    /** Not while it is closed: an executor that is shut down would refuse, and break a wait off. */
    private synchronized void schedule() {
        if (closed) {
            return;
        }
        if (executor == null) {
            executor =
                    Executors.newSingleThreadScheduledExecutor(
                            Thread.ofPlatform().daemon().name("deadlock-watch").factory());
        }
        var _ = executor.schedule(this::lookAtAll, PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    /** One round over the suspects whose time has come. */
    private void lookAtAll() {
        try {
            long now = System.nanoTime();
            for (Suspicion suspicion : suspects.values()) {
                if (suspicion.isDue(now)) {
                    Thread.ofVirtual().name("deadlock-look").start(() -> lookInTurn(suspicion));
                }
            }
        } finally {
            looks.set(false);
            if (!suspects.isEmpty()) {
                lookSoon();
            }
        }
    }

    private void lookInTurn(Suspicion suspicion) {
        turns.acquireUninterruptibly();
        try {
            look(suspicion);
        } finally {
            turns.release();
        }
    }

    private void look(Suspicion suspicion) {
        if (closed) { // of many looks that have begun, none holds up what comes after the runtime
            return;
        }
        try {
            LocalBody body = suspicion.body();
            Wait wait = suspicion.awaited();
            Serving serving = body.servingOf(wait);
            if (serving == null) {
                suspects.remove(wait, suspicion);
                return;
            }
            boolean describes = suspicion.isFound();
            Explorer explorer =
                    new Explorer(messenger, suspects::containsKey, describes, Explorer.MAX_MS);
            String root = explorer.follow(body, serving);
            WaitGraph graph = explorer.graph();
            Set<String> knot = root == null ? Set.of() : graph.knot(root);
            boolean isSure = !knot.isEmpty();
            if (!isSure && root != null && suspicion.isLong(System.nanoTime())) {
                graph = graph.withoutDoubt();
                knot = graph.knot(root);
            }
            if (suspicion.isConfirmed(knot)
                    && graph.isFirstOfThoseWhoLook(root, knot)
                    && suspicion.isFirstReport(isSure)) {
                tell(wait, withRanks(graph.report(root, knot)), isSure);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("looking for deadlocks failed; it goes on", e);
        } finally {
            suspicion.lookedAt();
        }
    }

    private void tell(Wait wait, String report, boolean isSure) {
        String told = reports.next(isSure ? report : report.replace(HEAD, "perhaps a " + HEAD));
        if (told != null && !isSure) {
            LOG.warn("{}{}", told, DOUBT);
        } else if (told != null) {
            LOG.error(told + remedy(told) + (policy == DeadlockPolicy.FAIL ? "" : ADVICE));
        }
        if (isSure && policy == DeadlockPolicy.FAIL) {
            wait.fail(new DeadlockException(report));
        }
    }

    private static String remedy(String told) {
        if (told.contains(WaitGraph.NO_GIVER)) {
            return "";
        }
        boolean isInConstructor = told.contains(" waits for " + Errand.CREATION);
        return isInConstructor ? REMEDY + REMEDY_IN_CONSTRUCTOR : REMEDY;
    }

    /** People know the runtimes of a job by their ranks. */
    private String withRanks(String report) {
        Job own = job.get();
        String named = report;
        for (int rank = 0; own != null && rank < own.size(); rank++) {
            RuntimeId runtime = own.nodes().get(rank).runtimeId();
            named = named.replace("runtime " + runtime, "rank " + rank);
            named = named.replace("@" + runtime, " of rank " + rank);
        }
        return named;
    }

    /**
     * Tells another runtime what holds up an answer that it waits for.
     *
     * @param request which call is waited for: its number, {@code @}, and the runtime that made it;
     *     or which future of this runtime
     * @param number the active object that was called
     * @param arguments what the other one knows
     * @return what is known here
     */
    public Object[] onQuestion(String request, long number, Object[] arguments) {
        Messenger open = messenger;
        return policy == DeadlockPolicy.OFF || open == null
                ? new Object[] {""}
                : new ForeignQuestion(open, exported.apply(number), request)
                        .answer(suspects::containsKey, arguments);
    }

    @Override
    public synchronized void close() {
        closed = true;
        locks.close();
        if (executor != null) {
            executor.shutdownNow();
        }
    }
}
