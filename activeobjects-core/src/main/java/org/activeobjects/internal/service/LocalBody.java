package org.activeobjects.internal.service;

import org.activeobjects.active.Request;
import org.activeobjects.active.Service;
import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.internal.future.Presence;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.future.WaitingBody;
import org.activeobjects.internal.multiactive.Limits;
import org.activeobjects.internal.multiactive.Rules;
import org.activeobjects.internal.request.Callee;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.spi.StubMethod;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * An active object of this runtime.
 *
 * <p><b>Threading:</b> requests arrive on any thread and are served by the body's own.
 */
public final class LocalBody extends Reception implements WaitingBody {

    private final BodyHost host;
    private final long number;
    private StubMethod namedAfter;
    private String threadName;

    /**
     * A body whose thread has not been started.
     *
     * @param host runtime it lives in
     * @param number its number there, 1 or more
     * @param target the user's object
     * @param traits how it differs from others of its class
     */
    public LocalBody(BodyHost host, long number, Object target, Traits traits) {
        super(target, traits);
        this.host = host;
        this.number = number;
        if (traits.bound() != null) {
            var _ = extras(); // has the gate
        }
    }

    @Override
    void inScope(Runnable code) {
        ScopedValue.where(RuntimeServices.Holder.scope(), this).run(code);
    }

    @Override
    void ended() {
        closeExtras();
        host.ended(this);
    }

    /** The turn of the calling thread, which must be the body's own. */
    Turn requireOwnTurn() {
        Turn now = turn();
        if (now == null || !now.isOfThisThread()) {
            throw new IllegalStateException(
                    "only the thread of an active object may serve its requests: body="
                            + getName()
                            + " thread="
                            + Thread.currentThread().getName());
        }
        return now;
    }

    @Override
    void refuse(QueuedRequest request, String why) {
        if (request.isTermination()) {
            return;
        }
        Throwable cause = breakdown();
        Execution.refused(
                this,
                request,
                cause != null
                        ? new ActiveObjectCreationException(
                                "activity of the active object failed: body=" + this, cause)
                        : new BodyTerminatedReplyException(
                                "request was "
                                        + why
                                        + ": body="
                                        + getName()
                                        + " method="
                                        + request.label()
                                        + reasonOfEnd()));
    }

    @Override
    public void serve(Request request) {
        serveNow(extras().queue.begin(request));
    }

    @Override
    void serveNow(QueuedRequest queued) {
        Turn own = requireOwnTurn();
        if (queued.isTermination()) {
            terminate();
            return;
        }
        if (hasMoved()) {
            pass(queued);
            return;
        }
        QueuedRequest outer = own.served();
        long outerSinceNs = own.sinceNs();
        own.serves(queued, System.nanoTime());
        try {
            Execution.run(this, target(), queued);
        } finally {
            own.serves(outer, outerSinceNs);
            if (outer == null) {
                depart();
            } else {
                nameThreadAfter(outer.method());
            }
        }
    }

    /**
     * Names the body's thread after object and method. It keeps the name until it serves another
     * method, so that nothing is done for most requests.
     */
    void nameThreadAfter(StubMethod method) {
        if (method != namedAfter && isOwnThread() && traits().threads().executor() == null) {
            namedAfter = method;
            threadName = getName() + " " + method.name();
            Thread.currentThread().setName(threadName);
        }
    }

    @Override
    String threadName() {
        return Objects.requireNonNullElseGet(threadName, this::getName);
    }

    @Override
    void serveAll() {
        if (isMultiActive()) {
            serveMultiActive(null);
        } else {
            new Service(this).fifoServing();
        }
    }

    /**
     * Serves several requests at the same time until the body is told to end.
     *
     * @param limits how many; {@code null} for what the annotations of the class say
     * @throws IllegalStateException if the class has no groups
     * @throws IllegalArgumentException if there are fewer threads than its groups need
     */
    public void serveMultiActive(Limits limits) {
        var _ = requireOwnTurn();
        requireActive();
        Rules rules = Rules.of(target().getClass());
        if (rules == null) {
            throw new IllegalStateException(
                    "the class has no groups: class="
                            + target().getClass().getName()
                            + "; annotate it with @DefineGroups");
        }
        MultiActivity several =
                new MultiActivity(this, rules, limits == null ? rules.limits() : limits);
        extras().several = several;
        several.serve();
    }

    @Override
    public void serveWithException(Request request, Throwable exception) {
        Objects.requireNonNull(exception, "the exception that answers a request is null");
        QueuedRequest queued = extras().queue.begin(request);
        if (queued.isTermination()) {
            terminate();
            return;
        }
        Execution.answerWith(this, queued, exception);
    }

    /**
     * The runtime it lives in.
     *
     * @return what it needs of it
     */
    public BodyHost host() {
        return host;
    }

    @Override
    public UniqueID getID() {
        return id();
    }

    @Override
    public UniqueID id() {
        Traits.Past past = traits().past();
        return past == null ? host.idOf(number) : past.id();
    }

    @Override
    public String getName() {
        return Callee.nameOf(target().getClass()) + "#" + number;
    }

    @Override
    public String getNodeURL() {
        return node().url();
    }

    /**
     * The node that it lives on.
     *
     * @return its node
     */
    public Node node() {
        Node own = traits().node();
        return own != null ? own : host.node();
    }

    /**
     * The request that the calling thread serves.
     *
     * @return the request, or {@code null} if it serves none of this body
     */
    public Request currentRequest() {
        Serving beside = isOwnThread() ? null : servingOfThisThread();
        return beside == null ? served() : beside.request();
    }

    @Override
    public NodeRuntime runtime() {
        return host;
    }

    @Override
    public Object stub() {
        return host.stubOf(this);
    }

    @Override
    public void waits(Wait begun) {
        if (isOwnThread()) {
            turn().wait = begun;
        } else {
            tellBeside(begun);
        }
        host.waits(this, begun);
    }

    @Override
    public void goesOn(Wait over) {
        if (isOwnThread()) {
            turn().wait = null;
        } else {
            tellBeside(null);
        }
        host.goesOn(over);
    }

    @Override
    public void changes(Wait lasting) {
        host.changes(this, lasting);
    }

    @Override
    public Runnable waitsFor(Elsewhere waiting) {
        Turn now = turn();
        if (now == null || now.thread != waiting.thread()) {
            return () -> {};
        }
        Presence other = new Presence(StubFactory.handlerOf(waiting.other()), waiting);
        Wait begun = new Wait(other, this, now.thread);
        now.waitsElsewhere(begun);
        host.waits(this, begun);
        return () -> {
            now.waitsElsewhere(null);
            host.goesOn(begun);
        };
    }

    @Override
    public boolean isServing() {
        return isOwnThread() || servingOfThisThread() != null;
    }

    /** {@return what its own thread waits for without a time limit, {@code null} if nothing} */
    public Wait currentWait() {
        Turn now = turn();
        return now == null ? null : now.anyWait();
    }

    /** What the body's own thread serves; null if that is nothing. */
    private QueuedRequest served() {
        Turn now = turn();
        return now == null ? null : now.served();
    }

    /** {@return whether a thread of it waits without a time limit, its own or one beside it} */
    public boolean isWaiting() {
        return currentWait() != null || isWaitingBeside();
    }

    /**
     * Who waits.
     *
     * @param begun a wait of one of its threads
     * @return what the thread does, or {@code null} if the wait is over
     */
    public Serving servingOf(Wait begun) {
        Turn own = turn();
        if (own != null && own.anyWait() == begun) {
            return own.serving();
        }
        for (Serving serving : servingsBeside()) {
            if (serving.currentWait() == begun) {
                return serving;
            }
        }
        return null;
    }

    /**
     * Why a request has not been answered.
     *
     * @param isAsked tells the request from others
     * @param isBeside whether it is known not to be for the body's own thread
     * @return {@code null} if no thread that waits is known to be to blame
     */
    public Serving.Delay delayOf(Predicate<QueuedRequest> isAsked, boolean isBeside) {
        Serving.Delay delay = delayBeside(isAsked);
        Turn own = turn();
        if (delay == null && !isBeside && own != null && own.anyWait() != null) {
            delay = Serving.Delay.by(own.serving());
        }
        return delay == null || delay.queued() == null && delay.allOf().isEmpty() ? null : delay;
    }

    @Override
    public Thread ownThread() {
        return thread();
    }

    /**
     * What is being served now, by the body's own thread and beside it.
     *
     * @return a new list; empty if it is idle
     */
    public List<Serving> servings() {
        List<Serving> all = new ArrayList<>();
        Turn own = turn();
        Serving serving = own == null ? null : own.serving();
        if (serving != null && serving.request() != null) {
            all.add(serving);
        }
        all.addAll(servingsBeside());
        return all;
    }

    /** {@return whether the calling thread is the body's own, which chooses the requests} */
    public boolean isOwnThread() {
        Turn now = turn();
        return now != null && now.isOfThisThread();
    }

    /** {@return its number in its runtime, 1 or more; another one wherever it moves to} */
    public long number() {
        return number;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(getName());
        text.append(!isAlive() ? " (ended)" : !takesRequests() ? " (ending)" : "");
        text.append(" queue=").append(queueLength());
        QueuedRequest now = served();
        Thread runner = thread();
        if (now != null) {
            text.append(" serving=").append(now.getMethodName());
        }
        Object blocker = runner == null ? null : LockSupport.getBlocker(runner);
        if (blocker != null && now != null) {
            text.append(" waits for=").append(blocker);
        }
        return text.toString();
    }
}
