package org.activeobjects.internal.service;

import org.activeobjects.active.Request;
import org.activeobjects.active.Service;
import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.future.WaitingBody;
import org.activeobjects.internal.multiactive.Limits;
import org.activeobjects.internal.multiactive.Rules;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.spi.StubMethod;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An active object of this runtime.
 *
 * <p><b>Threading:</b> requests arrive on any thread and are served by the body's own.
 */
public final class LocalBody extends Reception implements WaitingBody {

    private final BodyHost host;
    private final long number;
    private volatile QueuedRequest served;
    private volatile Wait wait;
    private long servedSinceNs;
    private StubMethod namedAfter;
    private String threadName;
    private Object anchor;

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
    }

    /**
     * What all stubs of this body in this runtime keep.
     *
     * @return an object that is reachable as long as there is a stub
     */
    public synchronized Object anchor() {
        boolean watched = anchor instanceof WeakReference<?>;
        Object now = watched ? ((WeakReference<?>) anchor).get() : anchor;
        if (now == null) {
            now = new Object();
            anchor = watched ? new WeakReference<>(now) : now;
        }
        return now;
    }

    /** Lets go of the anchor, so that {@link #hasStubs} tells. */
    public synchronized void watchStubs() {
        if (!(anchor instanceof WeakReference<?>)) {
            anchor = new WeakReference<>(anchor);
        }
    }

    /**
     * Whether there are stubs of this body in this runtime; true as long as nobody watches.
     *
     * @return false once they are garbage
     */
    public synchronized boolean hasStubs() {
        return !(anchor instanceof WeakReference<?> watched) || watched.get() != null;
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

    void requireOwnThread() {
        if (!isOwnThread()) {
            throw new IllegalStateException(
                    "only the thread of an active object may serve its requests: body="
                            + getName()
                            + " thread="
                            + Thread.currentThread().getName());
        }
    }

    void requireActive() {
        if (!isActive()) {
            throw new BodyTerminatedException(
                    "no request will come, the active object has been terminated: body=" + this);
        }
    }

    @Override
    void refuse(QueuedRequest request, String why) {
        if (request.answer() == null) {
            return;
        }
        Throwable cause = breakdown();
        request.answer()
                .failure(
                        cause != null
                                ? new ActiveObjectCreationException(
                                        "activity of the active object failed: body=" + this, cause)
                                : new BodyTerminatedReplyException(
                                        "request was "
                                                + why
                                                + ": body="
                                                + getName()
                                                + " method="
                                                + request.label()));
    }

    @Override
    public void serve(Request request) {
        requireOwnThread();
        QueuedRequest queued = (QueuedRequest) request;
        if (queued.isTermination()) {
            terminate();
            return;
        }
        QueuedRequest outer = served;
        long outerSinceNs = servedSinceNs;
        servedSinceNs = System.nanoTime();
        served = queued;
        try {
            Execution.run(this, target(), queued);
        } finally {
            servedSinceNs = outerSinceNs;
            served = outer;
            if (outer != null) {
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
        String known = threadName;
        return known == null ? getName() : known;
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
        requireOwnThread();
        requireActive();
        Rules rules = Rules.of(target().getClass());
        if (rules == null) {
            throw new IllegalStateException(
                    "the class has no groups: class="
                            + target().getClass().getName()
                            + "; annotate it with @DefineGroups");
        }
        new MultiActivity(this, rules, limits == null ? rules.limits() : limits).serve();
    }

    @Override
    public void serveWithException(Request request, Throwable exception) {
        requireOwnThread();
        QueuedRequest queued = (QueuedRequest) request;
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
        return host.idOf(number);
    }

    @Override
    public UniqueID id() {
        return host.idOf(number);
    }

    @Override
    public String getName() {
        return target().getClass().getSimpleName() + "#" + number;
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
        return beside == null ? served : beside.request();
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
            wait = begun;
            host.waits(this, begun);
        } else {
            tellBeside(begun);
        }
    }

    @Override
    public void goesOn() {
        if (isOwnThread()) {
            wait = null;
            host.goesOn(this);
        } else {
            tellBeside(null);
        }
    }

    @Override
    public boolean isServing() {
        return isOwnThread() || servingOfThisThread() != null;
    }

    /**
     * What its thread waits for without a time limit.
     *
     * @return the wait, or {@code null} if there is none
     */
    public Wait currentWait() {
        return wait;
    }

    /**
     * What its thread does.
     *
     * @return name of the method that it serves, or {@code activity} outside of any
     */
    public String occupation() {
        QueuedRequest now = served;
        return now == null ? "activity" : now.getMethodName();
    }

    /**
     * The body's own thread.
     *
     * @return the thread, or {@code null} if there is none now
     */
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
        QueuedRequest now = served;
        long sinceNs = servedSinceNs;
        Thread own = thread();
        if (now != null && own != null) {
            Serving serving = new Serving(now, own, sinceNs, null);
            serving.waits(wait);
            all.add(serving);
        }
        all.addAll(servingsBeside());
        return all;
    }

    /**
     * Whether the calling thread is the one that chooses the requests.
     *
     * @return true if it is the body's own
     */
    public boolean isOwnThread() {
        return Thread.currentThread() == thread();
    }

    /**
     * Number of the body in its runtime.
     *
     * @return 1 or more
     */
    public long number() {
        return number;
    }

    /** Name, life, queue, what is served and what that waits for. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(getName());
        text.append(isActive() ? "" : isAlive() ? " (ending)" : " (ended)");
        text.append(" queue=").append(mailbox().size());
        QueuedRequest now = served;
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
