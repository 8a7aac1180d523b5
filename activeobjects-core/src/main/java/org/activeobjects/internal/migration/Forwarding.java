package org.activeobjects.internal.migration;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.continuation.ContinuationSwitch;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Mark;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.Call;
import org.activeobjects.internal.routing.Following;
import org.activeobjects.internal.routing.RemoteRoute;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.StubType;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.CompletionException;

/**
 * Passes requests on to where an active object has moved, always to the place it left for: only so
 * their order is that of the queue. The stub that others get follows the object further.
 */
final class Forwarding implements Successor {

    private static final Logger LOG = LogManager.getLogger(Forwarding.class);

    private final CoreRuntime runtime;
    private final LocalBody body;
    private final Route next;
    private final Object stub;
    private volatile boolean announced;
    private final Promise passed = new Promise(String.class, "queue of what has moved");

    /** Of a body, along a route that never changes. */
    Forwarding(CoreRuntime runtime, LocalBody body, Route next) {
        this.runtime = runtime;
        this.body = body;
        this.next = next;
        this.stub = sharedStub(runtime, body.type(), next);
    }

    /** Shares its way with all others of this runtime, which does not begin to change by this. */
    private static Object sharedStub(CoreRuntime runtime, Class<?> type, Route next) {
        LocalBody here = next.body();
        if (here != null) {
            return runtime.creator().stub(type, runtime.references().route(here));
        }
        Reference there = new Reference("", next.id(), next.place(), "");
        Held shared = runtime.leases().held(there);
        return runtime.creator().stub(type, new RemoteRoute(runtime, shared, type));
    }

    @Override
    public Object stub() {
        return stub;
    }

    @Override
    public boolean isAnnounced() {
        return announced;
    }

    @Override
    public void announce() {
        announced = true;
        ContinuationSwitch.set(body, true); // what waits for a future must not hold up the rest
        body.mark(passed);
        Held known = runtime.leases().known(body.id());
        if (known != null) {
            Following.follow(runtime, known, Reference.parse(reference(next)));
        }
        runtime.leases().holders(body).forEach(this::tell);
        runtime.leases().leftBehind(body);
    }

    @Override
    public boolean hasEnded() {
        return ActiveHandler.of(stub).route().hasEnded();
    }

    private String reference(Route route) {
        return runtime.references().reference(StubType.of(body.type()), route);
    }

    @Override
    public void tell(RuntimeId holder) {
        Soon.run("place of " + body.getName(), () -> send(holder));
    }

    private void send(RuntimeId holder) {
        try {
            String place = reference(furthest());
            var _ = runtime.messenger().systemCall(holder, SystemOps.MOVED, place, body.number());
        } catch (TransportException | ActiveObjectException e) {
            LOG.debug("new place not told, the holder is gone: holder={}", holder, e);
        }
    }

    /** The way that all others share does not lead further yet if it has led here before. */
    private Route furthest() {
        Route shared = ActiveHandler.of(stub).route();
        return shared.place().moves() < next.place().moves() ? next : shared;
    }

    @Override
    public void awaitPassed() {
        if (!passed.isDone()) {
            try {
                var _ = passed.toCompletableFuture().join();
            } catch (CompletionException e) {
                LOG.debug("queue was not passed on to its end: to={}", this, e);
            }
        }
    }

    @Override
    public void pass(QueuedRequest request) {
        if (request.isTermination()) {
            end(false);
        } else if (request instanceof Mark) {
            next.mark(request.answer());
        } else {
            passCall(request);
        }
    }

    private void passCall(QueuedRequest request) {
        try {
            send(request);
        } catch (RuntimeException | Error e) { // its caller must not wait for ever
            if (request.answer() != null) {
                request.answer().failure(e);
            } else if (!request.lost(toString(), e)) {
                LOG.warn("one-way call was not passed on: request={} to={}", request, this, e);
            }
        }
    }

    private void send(QueuedRequest request) {
        Answer answer = request.answer();
        Object[] arguments = request.arguments();
        Call call = Call.again(request.method(), arguments, request.context()).passedOn();
        Promise promise = answer == null ? null : next.promise(request.method());
        next.send(request.tellsArrival() ? call.awaitingArrival() : call, promise, null);
        request.arrived();
        if (answer != null) {
            answer.handedOn(promise);
            promise.forwardTo(answer);
        }
    }

    @Override
    public void end(boolean immediate) {
        try {
            next.terminate(immediate);
        } catch (RuntimeException e) {
            LOG.debug("active object that has moved cannot be reached: to={}", this, e);
        }
    }

    @Override
    public String toString() {
        return next.toString();
    }
}
