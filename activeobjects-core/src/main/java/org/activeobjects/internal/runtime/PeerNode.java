package org.activeobjects.internal.runtime;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.NodeException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.naming.Address;
import org.activeobjects.internal.naming.HostedNode;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.routing.References;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeInformation;
import org.activeobjects.node.VMInformation;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A node as a runtime knows it. For its own nodes it has their state, and gets the card when it is
 * needed; those of others it asks.
 */
final class PeerNode implements Node {

    private final CoreRuntime user;
    private final Supplier<RuntimeCard> card;
    private final HostedNode hosted;
    private final String ownName;

    /** A node of this runtime. */
    PeerNode(CoreRuntime user, Supplier<RuntimeCard> card, HostedNode hosted) {
        this.user = user;
        this.card = card;
        this.hosted = hosted;
        this.ownName = hosted.name();
    }

    /** A node of another runtime; an empty name stands for its first one. */
    PeerNode(CoreRuntime user, RuntimeCard card, String ownName) {
        this.user = user;
        this.card = () -> card;
        this.hosted = null;
        this.ownName = ownName;
    }

    @Override
    public String name() {
        return ownName.isEmpty() ? "node-" + card.get().pid() + "-" + card.get().port() : ownName;
    }

    @Override
    public String url() {
        RuntimeCard known = card.get();
        return ownName.isEmpty()
                ? Address.nodeUrl(known.address(), known.port())
                : Address.url(known.address(), known.port(), ownName);
    }

    @Override
    public RuntimeId runtimeId() {
        return card.get().id();
    }

    @Override
    public boolean isLocal() {
        return hosted != null;
    }

    /** The runtime that knows this node. */
    CoreRuntime user() {
        return user;
    }

    /** Name by which its runtime knows it; empty for the first one. */
    String ownName() {
        return ownName;
    }

    /** What may help a runtime that does not reach it. */
    String remedy() {
        return isLocal()
                ? "; it is of another runtime of this JVM: have the calling thread act in that one"
                        + " (NodeRuntime.makeDefault), or open both for one job"
                : "; check that its JVM runs";
    }

    /** State of a node of this runtime; null for others. */
    HostedNode hosted() {
        return hosted;
    }

    @Override
    public NodeInformation getNodeInformation() {
        RuntimeCard known = card.get();
        return new NodeInformation(name(), url(), known.id(), known.hostName(), known.pid());
    }

    @Override
    public VMInformation getVMInformation() {
        return getNodeInformation().getVMInformation();
    }

    @Override
    public String card() {
        return card.get().encode();
    }

    @Override
    public String getProperty(String key) {
        return (String) ask(SystemOps.NODE_PROPERTY, 0, notNull(key));
    }

    @Override
    public String setProperty(String key, String value) {
        return (String) ask(SystemOps.NODE_PROPERTY, 1, notNull(key), value);
    }

    private static String notNull(String key) {
        return Objects.requireNonNull(key, "the key of a property is null");
    }

    @Override
    public Object[] getActiveObjects() {
        return bodies().stream().map(found -> found.stub(found.type())).toArray();
    }

    @Override
    public <T> List<T> getActiveObjects(Class<T> type) {
        Objects.requireNonNull(type, "the type of the active objects is null");
        return bodies().stream()
                .filter(found -> type.isAssignableFrom(found.target()))
                .map(found -> found.stub(type))
                .toList();
    }

    @Override
    public Object[] getActiveObjects(String className) {
        Objects.requireNonNull(className, "the name of a class is null");
        return bodies(className).stream().map(found -> found.stub(found.type())).toArray();
    }

    @Override
    public int getNumberOfActiveObjects() {
        return hosted != null
                ? bodies().size()
                : ((Object[]) ask(SystemOps.NODE_BODIES, 0)).length / NodeCalls.PER_BODY;
    }

    @Override
    public void killAllActiveObjects() {
        ask(SystemOps.NODE_CLEAR, 0);
    }

    @Override
    public void kill() {
        ask(SystemOps.NODE_CLEAR, 1);
    }

    private List<Found> bodies() {
        return bodies(null);
    }

    /** Those of a class, {@code null} for all; of others, no class need be known here. */
    private List<Found> bodies(String className) {
        List<Found> found = new ArrayList<>();
        if (hosted != null) {
            requireAlive();
            for (LocalBody body : hosted.bodies()) {
                Class<?> target = body.target().getClass();
                if (!body.hasMoved() && isAsked(target.getName(), className)) {
                    Route route = user.references().route(body);
                    found.add(new Found(user, route, target, body.type()));
                }
            }
            return found;
        }
        Object[] all = (Object[]) ask(SystemOps.NODE_BODIES, 0);
        for (int i = 0; i < all.length; i += NodeCalls.PER_BODY) {
            if (isAsked((String) all[i + 1], className)) {
                Class<?> type = References.load((String) all[i + 2]);
                Route route = user.references().route(type, Reference.parse((String) all[i]));
                found.add(new Found(user, route, classOr(type, (String) all[i + 1]), type));
            }
        }
        return found;
    }

    private static boolean isAsked(String className, String asked) {
        return asked == null || asked.equals(className);
    }

    /** The class of an object, as far as this runtime needs to have it. */
    private static Class<?> classOr(Class<?> type, String className) {
        try {
            return References.load(className);
        } catch (SerializationException e) {
            return type; // known by this alone here, as to whoever turned it active
        }
    }

    private void requireAlive() {
        try {
            hosted.requireAlive();
        } catch (NodeException e) {
            throw told(e);
        }
    }

    private NodeException told(NodeException e) {
        return new NodeException(e.getMessage() + " url=" + url(), e);
    }

    private Object ask(byte op, long number, Object... arguments) {
        try {
            if (hosted != null) {
                return NodeCalls.answer(user, hosted, op, number, arguments);
            }
            user.transport().learn(card.get());
            return user.messenger().ask(runtimeId(), op, ownName, number, arguments);
        } catch (NodeException e) {
            throw told(e);
        } catch (TransportException | ActiveObjectException e) {
            throw new NodeException(
                    "node cannot be reached: node="
                            + url()
                            + " reason="
                            + e.getMessage()
                            + remedy(),
                    e);
        }
    }

    /** An active object of the node. */
    private record Found(CoreRuntime user, Route route, Class<?> target, Class<?> type) {

        <T> T stub(Class<T> as) {
            return user.creator().stub(as, route);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PeerNode node
                && node.ownName.equals(ownName)
                && (node.user == user && node.isLocal() && isLocal()
                        || node.runtimeId().equals(runtimeId()));
    }

    @Override
    public int hashCode() {
        return runtimeId().hashCode() * 31 + ownName.hashCode();
    }

    @Override
    public String toString() {
        return hosted != null ? "local node, name=" + hosted : url();
    }
}
