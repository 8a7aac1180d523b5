package org.activeobjects.internal.runtime;

import org.activeobjects.active.Active;
import org.activeobjects.active.StubObject;
import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.error.NodeException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.failure.FailureHandler;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.internal.creation.Constructors;
import org.activeobjects.internal.creation.Luggage;
import org.activeobjects.internal.creation.Order;
import org.activeobjects.internal.creation.SentOrder;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.naming.HostedNode;
import org.activeobjects.internal.pending.Inquiry;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.routing.References;
import org.activeobjects.internal.routing.RemoteRoute;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.stub.StubType;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.node.Node;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Creates active objects, here and on other nodes.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Creator {

    private static final Logger LOG = LogManager.getLogger(Creator.class);
    private static final Object[] NONE = {};
    private static final String LINE = "\n";

    private final CoreRuntime runtime;
    private final ThreadModel threads = ThreadModel.ofSystem();

    Creator(CoreRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Creates an active object.
     *
     * @param <T> its type
     * @param order its class, and how it is to be
     * @param parameters arguments of its constructor; {@code null} for none
     * @return its stub
     * @throws ActiveObjectCreationException if it could not be created, also because calls of its
     *     class cannot all be intercepted
     * @throws NodeException if the node was killed or cannot be reached
     */
    public <T> T create(Order<T> order, Object[] parameters) {
        Object[] arguments = parameters == null ? NONE : parameters;
        prepare(order);
        PeerNode here = nodeHere(order.node());
        if (here != null) {
            Object[] copied = arguments.length == 0 ? NONE : copy(arguments, order.type());
            here.hosted().requireAlive();
            Object target = Constructors.construct(order.type(), copied);
            return stub(order, new LocalRoute(runtime, newBody(target, order, here, null)));
        }
        SentOrder sent = SentOrder.of(order, ownName(order.node()), arguments, null);
        return stub(
                order, createThere(order, SystemOps.CREATE, typeOf(order).encode(), sent, true));
    }

    private void prepare(Order<?> order) {
        Objects.requireNonNull(order.type(), "the class of an active object to create is null");
        // fails if the generic parameters do not fit, before anything is created
        prepare(typeOf(order), order.activity());
    }

    private static StubType typeOf(Order<?> order) {
        return new StubType(order.type(), order.generics());
    }

    /** Checks that stubs can be made, and lets the codec pass what occurs in calls. */
    private void prepare(StubType type, Active activity) {
        try {
            StubFactory.checkActive(type.type());
        } catch (ClassNotReifiableException e) {
            throw new ActiveObjectCreationException(e.getMessage(), e);
        }
        runtime.admit(type.type());
        type.generics().forEach(runtime::admitValues);
        if (activity != null) {
            runtime.admitValues(activity.getClass());
        }
    }

    private Object[] copy(Object[] arguments, Class<?> type) {
        String name = type.getTypeName();
        try {
            return runtime.codec().copyAll(arguments, Roots.ARGUMENTS, "creation of " + name);
        } catch (SerializationException e) {
            throw unsendable(name, "here", e);
        }
    }

    private static ActiveObjectCreationException unsendable(
            String className, Object node, SerializationException why) {
        return new ActiveObjectCreationException(
                "what it shall be made of cannot be sent: class="
                        + className
                        + " node="
                        + node
                        + " reason="
                        + why.getMessage(),
                why);
    }

    /** The node, if it is in this runtime. */
    private PeerNode nodeHere(Node node) {
        if (node == null) {
            return runtime.nodes().first();
        }
        if (node instanceof PeerNode known) {
            if (known.user() == runtime && known.isLocal()) {
                return known;
            }
            return runtime.isThis(known.runtimeId())
                    ? runtime.nodes().local(runtime.names().requireNode(known.ownName()))
                    : null;
        }
        throw new IllegalArgumentException(
                "not a node that NodeFactory gave: class=" + node.getClass().getName());
    }

    private static String ownName(Node node) {
        return ((PeerNode) node).ownName();
    }

    private LocalBody newBody(Object target, Order<?> order, PeerNode node, Luggage luggage) {
        StubFactory.checkBorrowed(target.getClass());
        Traits.Past past = luggage == null ? null : luggage.past();
        Node place = node.ownName().isEmpty() ? null : node;
        LocalBody body = runtime.newBody(target, order.traits(target, place, threads, past));
        if (luggage != null) {
            luggage.unpackFor(body);
            if (luggage.kept()) {
                runtime.leases().keep(body, true);
            }
        }
        body.start();
        return body;
    }

    /**
     * Gives number and bound of what was created; who does not give up waits without a limit, since
     * it would be created all the same.
     */
    private String createThere(
            Order<?> order, byte op, String names, SentOrder sent, boolean givesUp) {
        Node node = order.node();
        RuntimeId there = node.runtimeId();
        Active activity = order.activity();
        String text =
                activity == null || activity.getClass().isHidden()
                        ? names
                        : names + LINE + activity.getClass().getName();
        try {
            runtime.transport().learn(RuntimeCard.parse(node.card()));
            Promise answer;
            try {
                answer = runtime.messenger().systemCall(there, op, text, 0, sent.pack());
            } catch (SerializationException e) {
                throw unsendable(order.type().getName(), node, e);
            }
            return (String) (givesUp ? awaited(answer, order) : Inquiry.resultInTheEnd(answer));
        } catch (TransportException e) {
            throw new ActiveObjectCreationException(
                    "node cannot be reached: class="
                            + order.type().getName()
                            + " node="
                            + node
                            + " reason="
                            + e.getMessage()
                            + ((PeerNode) node).remedy(),
                    e);
        } catch (ActiveObjectCreationException e) {
            throw e;
        } catch (ActiveObjectException e) {
            throw new ActiveObjectCreationException(
                    "node did not create it: class="
                            + order.type().getName()
                            + " node="
                            + node
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    /** What is created after its creator has given up ends as soon as he is told of it. */
    private Object awaited(Promise answer, Order<?> order) {
        try {
            return Inquiry.result(answer);
        } catch (RuntimeException e) {
            if (!answer.hasFailed()) { // it may have come just now
                answer.whenDone(() -> Thread.startVirtualThread(() -> endLate(answer, order)));
            }
            throw e;
        }
    }

    private void endLate(Promise answer, Order<?> order) {
        try {
            Object late = stub(order, (String) Inquiry.result(answer));
            ActiveHandler.of(late).route().terminate(true);
        } catch (RuntimeException e) {
            LOG.debug("nothing was created late, or it cannot be reached: asked={}", answer, e);
        }
    }

    /** Creates for another runtime; gives number and bound. */
    String createFor(String text, Supplier<Object[]> arguments) {
        String[] names = text.split(LINE, -1);
        StubType type = StubType.decode(names[0], References::load);
        prepare(type, null);
        admitAll(names);
        SentOrder sent = SentOrder.of(arguments.get());
        HostedNode node = runtime.names().requireNode(sent.node());
        node.requireAlive();
        Object target = Constructors.construct(type.type(), sent.arguments());
        PeerNode here = runtime.nodes().local(node);
        Order<?> order = sent.orderOf(type.type(), type.generics());
        return exported(newBody(target, order, here, null));
    }

    private void admitAll(String[] names) {
        for (int i = 1; i < names.length; i++) {
            runtime.admitValues(References.load(names[i]));
        }
    }

    private String exported(LocalBody body) {
        runtime.export(body);
        RuntimeId self = runtime.messenger().self();
        return new Place(self, body.number(), 0, body.traits().bound()).numberText();
    }

    /**
     * A stub of an active object.
     *
     * @param <T> type of the stub
     * @param type type of the stub
     * @param route the way to it
     * @return a new stub
     */
    public <T> T stub(Class<T> type, Route route) {
        return StubFactory.create(type, new ActiveHandler(runtime, route, type));
    }

    private <T> T stub(Order<T> order, String numberThere) {
        Place place = Place.parse(order.node().runtimeId(), numberThere, 0);
        UniqueID id = new UniqueID(place.runtime(), place.number());
        return stub(
                order, runtime.references().route(order.type(), new Reference("", id, place, "")));
    }

    private <T> T stub(Order<T> order, Route route) {
        StubType type = typeOf(order);
        return order.type().cast(StubFactory.create(type, new ActiveHandler(runtime, route, type)));
    }

    /** Makes an object active that may be null or active already. */
    Object activate(Class<?> type, Object target) {
        return target == null || target instanceof StubObject ? target : activateAs(type, target);
    }

    private <T> T activateAs(Class<T> type, Object target) {
        return turnActive(new Order<>(type, null, null, null, false), target);
    }

    /**
     * Makes an object of the user's active.
     *
     * @param <T> type of the stub
     * @param order class or interface of the stub, and how it is to be
     * @param target the object, which nobody else must use from now on; it is copied to a node of
     *     another runtime
     * @return its stub
     * @throws NodeException if the node was killed or cannot be reached
     * @throws IllegalArgumentException if the object is active already, or no instance of the type
     */
    public <T> T turnActive(Order<T> order, Object target) {
        if (target instanceof StubObject || !order.type().isInstance(target)) {
            throw new IllegalArgumentException(
                    (target instanceof StubObject
                                    ? "what stands in for an object cannot be turned active"
                                    : "object is no instance of the type it shall be active as")
                            + ": object="
                            + (target == null ? "null" : target.getClass().getName())
                            + " type="
                            + order.type().getName());
        }
        prepare(order);
        PeerNode here = nodeHere(order.node());
        if (here != null) {
            here.hosted().requireAlive();
            return stub(order, new LocalRoute(runtime, newBody(target, order, here, null)));
        }
        return stub(order, sendThere(order, target, null));
    }

    private String sendThere(Order<?> order, Object target, Luggage luggage) {
        runtime.admit(target.getClass());
        runtime.admitValues(target.getClass());
        SentOrder sent = SentOrder.of(order, ownName(order.node()), target, luggage);
        String names = typeOf(order).encode() + LINE + target.getClass().getName();
        FailureHandler handler = luggage == null ? null : luggage.failures();
        if (handler != null) {
            runtime.admitValues(handler.getClass());
            names += handler.getClass().isHidden() ? "" : LINE + handler.getClass().getName();
        }
        return createThere(order, SystemOps.TURN_ACTIVE, names, sent, luggage == null);
    }

    /**
     * Lets an active object go on elsewhere.
     *
     * @param order the type of its stubs, where to, and how it is to be
     * @param target the object, which is copied to a node of another runtime
     * @param luggage what else goes with it
     * @return the way to the place, which does not change if the object moves further
     * @throws NodeException if the node was killed or cannot be reached
     * @throws ActiveObjectCreationException if it did not take the object
     */
    public Route move(Order<?> order, Object target, Luggage luggage) {
        prepare(order);
        PeerNode here = nodeHere(order.node());
        LocalBody near = null;
        if (here != null) {
            here.hosted().requireAlive();
            near = newBody(target, order, here, luggage);
        }
        RuntimeId there = order.node().runtimeId();
        Place place =
                near == null
                        ? Place.parse(there, sendThere(order, target, luggage), luggage.moves())
                        : new Place(there, near.number(), luggage.moves(), near.traits().bound());
        Held own = new Held(luggage.id(), place, order.node().card(), near);
        return new RemoteRoute(runtime, own, target.getClass());
    }

    /** Turns an object of another runtime active; gives number and bound. */
    String turnActiveFor(String text, Supplier<Object[]> arguments) {
        String[] names = text.split(LINE, -1);
        StubType type = StubType.decode(names[0], References::load);
        prepare(type, null);
        runtime.admit(References.load(names[1]));
        admitAll(names);
        SentOrder sent = SentOrder.of(arguments.get());
        HostedNode node = runtime.names().requireNode(sent.node());
        node.requireAlive();
        Object target = sent.content();
        Luggage luggage = Luggage.of(sent.luggage(), target.getClass());
        PeerNode here = runtime.nodes().local(node);
        Order<?> order = sent.orderOf(type.type(), type.generics());
        return exported(newBody(target, order, here, luggage));
    }

    /**
     * Creates active objects, all at the same time.
     *
     * @param <T> their type
     * @param order their class, and how they are to be; its node does not count
     * @param parameters per object the arguments of its constructor
     * @param nodes where; object {@code i} goes to node {@code i} modulo their number; {@code null}
     *     or empty for this runtime
     * @return their stubs, in order
     * @throws ActiveObjectCreationException if one could not be created; those that could are
     *     terminated
     */
    public <T> List<T> createAll(Order<T> order, Object[][] parameters, List<Node> nodes) {
        return Members.createAll(this, order, parameters, nodes);
    }
}
