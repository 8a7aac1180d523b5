package org.activeobjects.internal.migration;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.creation.Order;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.service.Traits;
import org.activeobjects.node.Node;
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
     * Lets an active object move once its service is over.
     *
     * @param body its body, by its own thread
     * @param node where it is to go
     * @throws ActiveObjectException if it is of a kind that cannot move
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
        Traits traits = body.traits();
        if (!body.servesInOrder() || traits.activity() != null) {
            throw new ActiveObjectException(
                    "active object cannot move: body="
                            + body.getName()
                            + "; only one that is served in the order of arrival can, without an"
                            + " activity or platform thread of its own, multi-active methods or an"
                            + " activity given at its creation");
        }
        if (!node.equals(body.node())) {
            body.departAfterService(new Migration(body, node));
        }
    }

    @Override
    public Successor leave() {
        try {
            Order<?> order =
                    new Order<>(
                            body.type(), null, node, new Arrived(), false, body.traits().threads());
            CoreRuntime runtime = (CoreRuntime) body.runtime();
            Successor there = new Forwarding(runtime.creator().turnActive(order, body.target()));
            LOG.debug("active object has moved: body={} node={}", body, node);
            return there;
        } catch (RuntimeException e) {
            LOG.warn("active object could not move and stays: body={} node={}", body, node, e);
            return null;
        }
    }
}
