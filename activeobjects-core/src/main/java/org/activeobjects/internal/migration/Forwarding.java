package org.activeobjects.internal.migration;

import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.Call;
import org.activeobjects.internal.routing.Route;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Passes requests on to where an active object has moved. */
final class Forwarding implements Successor {

    private static final Logger LOG = LogManager.getLogger(Forwarding.class);

    private final Object stub;

    /** To the active object behind a stub, which is kept. */
    Forwarding(Object stub) {
        this.stub = stub;
    }

    private Route route() {
        return ActiveHandler.of(stub).route();
    }

    @Override
    public void pass(QueuedRequest request) {
        if (request.isTermination()) {
            end(false);
            return;
        }
        try {
            Carried.run(request.context(), () -> send(request));
        } catch (RuntimeException e) {
            if (request.answer() != null) {
                request.answer().failure(e);
            } else if (!request.lost(toString(), e)) {
                LOG.warn("one-way call was not passed on: request={} to={}", request, this, e);
            }
        }
    }

    private void send(QueuedRequest request) {
        Answer answer = request.answer();
        Call call = Call.toOne(request.method(), request.arguments());
        Promise promise = answer == null ? null : route().promise(request.method());
        route().send(call, promise, null);
        if (answer != null) {
            answer.handedOn(promise);
            promise.forwardTo(answer);
        }
    }

    @Override
    public void end(boolean immediate) {
        try {
            route().terminate(immediate);
        } catch (RuntimeException e) {
            LOG.debug("active object that has moved cannot be reached: to={}", this, e);
        }
    }

    @Override
    public String toString() {
        return route().toString();
    }
}
