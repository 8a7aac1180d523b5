package org.activeobjects.internal.service;

import org.activeobjects.active.BlockingRequestQueue;
import org.activeobjects.active.Request;
import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.future.WaitingBody;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * An active object of this runtime.
 *
 * <p><b>Threading:</b> requests arrive on any thread and are served by the body's own.
 */
public final class LocalBody extends Activity implements BodyHandle, WaitingBody {

    private final BodyHost host;
    private final long number;
    private volatile QueuedRequest served;
    private volatile BodyExtras extras;
    private volatile Wait wait;

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
     * Takes a request, unless its sender is held back.
     *
     * @param request the request
     * @throws BodyTerminatedRequestException if the active object has ended or been told to
     */
    public void receive(QueuedRequest request) {
        if (!isActive()) {
            throw deadTo(request.getMethodName());
        }
        BodyExtras now = extras;
        if (now != null
                && now.held.any()
                && now.held.divert(request.getSourceBodyID(), () -> enqueue(request))) {
            return;
        }
        enqueue(request);
    }

    /**
     * Runs code for a sender now, or in its turn if the sender is held back.
     *
     * @param sender id of the sender
     * @param code what to run; must not block
     */
    public void receive(UniqueID sender, Runnable code) {
        BodyExtras now = extras;
        if (now == null || !now.held.any() || !now.held.divert(sender, code)) {
            code.run();
        }
    }

    @Override
    void inScope(Runnable code) {
        ScopedValue.where(RuntimeServices.Holder.scope(), this).run(code);
    }

    @Override
    void ended() {
        BodyExtras now = extras;
        if (now != null) {
            now.held.releaseAll();
            now.closeStates();
        }
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
                                                + request.getMethodName()));
    }

    private BodyTerminatedRequestException deadTo(String method) {
        return new BodyTerminatedRequestException(
                "active object has been terminated: body=" + getName() + " method=" + method,
                breakdown());
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
        served = queued;
        try {
            Execution.run(this, target(), queued);
        } finally {
            served = outer;
        }
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
     * Type of its stubs.
     *
     * @return the class of the object, or what it was made active as
     */
    public Class<?> type() {
        Class<?> own = traits().type();
        return own != null ? own : target().getClass();
    }

    @Override
    public BlockingRequestQueue getRequestQueue() {
        return extras().queue;
    }

    @Override
    public boolean checkMethod(String methodName) {
        return MethodTable.of(type()).methods().stream()
                .anyMatch(method -> method.name().equals(methodName));
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
    public <S> S state(Class<S> key) {
        BodyExtras now = extras;
        return now == null ? null : key.cast(now.states.get(key));
    }

    @Override
    public <S> S state(Class<S> key, Supplier<S> maker) {
        return key.cast(extras().states.computeIfAbsent(key, absent -> maker.get()));
    }

    @Override
    public void hold(UniqueID sender) {
        extras().held.hold(sender);
    }

    @Override
    public void release(UniqueID sender) {
        extras().held.release(sender);
    }

    @Override
    public void waits(Wait begun) {
        wait = begun;
        host.waits(this, begun);
    }

    @Override
    public void goesOn() {
        wait = null;
        host.goesOn(this);
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

    @Override
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

    private BodyExtras extras() {
        BodyExtras now = extras;
        if (now == null) {
            synchronized (this) {
                now = extras;
                if (now == null) {
                    now = new BodyExtras(new BodyQueue(this, mailbox()));
                    extras = now;
                }
            }
        }
        return now;
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
