package org.activeobjects.internal.migration;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.continuation.ContinuationSwitch;
import org.activeobjects.internal.creation.Luggage;
import org.activeobjects.internal.creation.Order;
import org.activeobjects.internal.exception.Failures;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.routing.Following;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.node.Node;
import org.activeobjects.queue.QueueBound;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** The way of one active object from its node to another. */
public final class Migration implements Successor.Departure {

    private static final Logger LOG = LogManager.getLogger(Migration.class);

    private final LocalBody body;
    private final Node node;

    private Migration(LocalBody body, Node node) {
        this.body = body;
        this.node = node;
    }

    /**
     * Lets an active object move once its service is over; at once if its activity asks outside of
     * any.
     *
     * @param body its body, by its own thread
     * @param node where it is to go
     * @throws ActiveObjectException if it is of a kind that cannot move, or does not move any more
     * @throws IllegalStateException if the calling thread is not its own
     */
    public static void begin(LocalBody body, Node node) {
        if (!body.isOwnThread()) {
            throw new IllegalStateException(
                    "an active object moves itself, by its own thread: body="
                            + body.getName()
                            + " thread="
                            + Thread.currentThread().getName());
        }
        String reason = obstacle(body, node);
        if (reason != null) {
            throw new ActiveObjectException(
                    "active object cannot move: body="
                            + body.getName()
                            + " node="
                            + node
                            + "; "
                            + reason);
        }
        body.departWith(node.equals(body.node()) ? null : new Migration(body, node));
    }

    /** Why an active object cannot move there; null if nothing is known against it. */
    private static String obstacle(LocalBody body, Node node) {
        Traits traits = body.traits();
        if (!body.isActive()) {
            return body.hasMoved() ? "it has moved already" : "it has been told to end";
        }
        if (body.isMultiActive()) {
            return "its methods run at the same time, so there is no moment between two services";
        }
        if (traits.permanent() || body.isTiedToItsPlace()) {
            return "it is a member of an SPMD group or exchanges arrays, and its partners know its"
                    + " place";
        }
        if (traits.threads().executor() != null && !node.isLocal()) {
            return "it is served by an executor, which does not travel";
        }
        return null;
    }

    @Override
    public Successor leave() {
        CoreRuntime runtime = (CoreRuntime) body.runtime();
        Traits traits = body.traits();
        try {
            if (!node.isLocal()) {
                Following.catchUp(runtime, body);
            }
            Order<?> order =
                    new Order<>(
                            body.type(),
                            traits.generics(),
                            node,
                            traits.activity(),
                            false,
                            traits.threads(),
                            traits.bound() == null ? QueueBound.NONE : traits.bound());
            Luggage luggage =
                    new Luggage(
                            body.id(),
                            traits.moves() + 1,
                            runtime.leases().isKept(body),
                            ContinuationSwitch.isOn(body),
                            body.immediateServices(),
                            Failures.handlerOf(body));
            Route there = runtime.creator().move(order, body.target(), luggage);
            LOG.debug("active object has moved: body={} node={}", body, node);
            return new Forwarding(runtime, body, there);
        } catch (RuntimeException | Error e) {
            // Also an error of the copied object's own code: nothing but a copy was made of it.
            LOG.warn("active object could not move and stays: body={} node={}", body, node, e);
            return null;
        }
    }
}
