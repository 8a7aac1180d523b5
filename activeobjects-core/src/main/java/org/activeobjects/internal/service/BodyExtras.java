package org.activeobjects.internal.service;

import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.mailbox.HeldBack;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.service.Serving.Delay;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.spi.BodyHandle;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/** What most bodies never need: their queue as an object, held senders, states of extensions. */
final class BodyExtras {

    private static final Delay NOT_DELAYED =
            new Delay(null, List.of(), List.of(), List.of(), List.of());

    private static final Logger LOG = LogManager.getLogger(BodyExtras.class);

    final BodyQueue queue;
    final HeldBack held = new HeldBack();
    final ConcurrentMap<Class<?>, Object> states = new ConcurrentHashMap<>();

    final Beside beside;

    /** Where callers wait for room in the queue; null if that has no bound. */
    final Gate gate;

    /** Serves several requests at the same time; null if nothing does. */
    volatile MultiActivity several;

    BodyExtras(LocalBody body) {
        this.queue = new BodyQueue(body);
        this.beside = new Beside(body);
        QueueBound bound = body.traits().bound();
        this.gate =
                bound == null
                        ? null
                        : new Gate(
                                bound,
                                (to, credits) ->
                                        body.host().giveCredits(to, body.number(), credits));
    }

    /** Why a request is not answered that is not for the body's own thread; null if not known. */
    Delay delayOf(Predicate<QueuedRequest> isAsked) {
        Serving serving = beside.servingOf(isAsked);
        if (serving != null) {
            return serving.currentWait() == null ? NOT_DELAYED : Delay.by(serving);
        }
        MultiActivity now = several;
        return now == null ? null : now.delayOf(isAsked);
    }

    /** Tells the extensions that want to know that a request has failed. */
    void tellFailure(String request, Throwable failure) {
        for (Object state : states.values()) {
            if (state instanceof BodyHandle.FailureListener listener) {
                try {
                    listener.onFailure(request, Thrown.textOf(failure));
                } catch (RuntimeException | Error e) { // its caller has to be told all the same
                    LOG.warn("an extension failed when told of a failure: state={}", state, e);
                }
            }
        }
    }

    /** Lets the extensions clean up when the life of the body is over. */
    void closeStates() {
        states.values().forEach(this::close);
    }

    /** Lets an extension clean up; perhaps more than once. */
    void close(Object state) {
        if (state instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Throwable e) { // what is left of the end has to be done all the same
                LOG.warn("state of an extension was not closed: state={}", state, e);
            }
        }
    }
}
