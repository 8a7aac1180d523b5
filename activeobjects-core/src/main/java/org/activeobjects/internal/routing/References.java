package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.ReferenceResolver;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.lease.Traveller;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.stub.StubType;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;

import java.util.List;

/**
 * Passes active objects and futures on.
 *
 * <p>An active object travels as its type, its id, and the card of its runtime, without which a
 * third runtime could not reach it. How futures travel is said in {@code internal.continuation}.
 *
 * <p><b>Threading:</b> safe.
 */
public final class References implements ReferenceResolver {

    private final RuntimeHost host;
    private final FutureReferences futures;

    /**
     * For one runtime.
     *
     * @param host the runtime
     */
    public References(RuntimeHost host) {
        this.host = host;
        this.futures = new FutureReferences(host);
    }

    @Override
    public Object toWire(Object stubOrFuture, List<Object> travellers) {
        CallHandler handler = StubFactory.handlerOf(stubOrFuture);
        if (handler instanceof ActiveHandler active) {
            String reference = reference(active.stubType(), active.route());
            if (travellers != null) {
                travellers.add(new Traveller(reference, active.anchor()));
            }
            return reference;
        }
        return futures.toWire(stubOrFuture, travellers);
    }

    @Override
    public Object toLocal(Object stubOrFuture) {
        CallHandler handler = StubFactory.handlerOf(stubOrFuture);
        return handler instanceof ActiveHandler ? stubOrFuture : futures.toLocal(stubOrFuture);
    }

    /**
     * The text that stands for an active object in another runtime.
     *
     * @param type type of the stub
     * @param route the way to it
     * @return type, runtime, number, card
     */
    public String reference(StubType type, Route route) {
        LocalBody body = route.body();
        UniqueID id = route.id();
        String card = "";
        if (body != null) {
            host.export(body);
        } else if (!host.isThis(id.runtime())) {
            card = cardOf(id.runtime());
        }
        return new Reference(type.encode(), id.runtime(), id.number(), card).encode();
    }

    private String cardOf(RuntimeId runtime) {
        for (RuntimeCard card : host.messenger().transport().peers()) {
            if (card.id().equals(runtime)) {
                return card.encode();
            }
        }
        return "";
    }

    @Override
    public Object fromWire(Object wire, Object[] attachments) {
        if (wire instanceof String reference) {
            return stub(reference);
        }
        if (wire instanceof Object[] parts) {
            return futures.fromWire(parts, attachments);
        }
        throw new SerializationException("not a reference: class=" + wire.getClass().getName());
    }

    private Object stub(String reference) {
        Reference parsed = Reference.parse(reference);
        StubType type = StubType.decode(parsed.type(), References::load);
        Route route = route(type.type(), parsed.runtime(), parsed.number(), parsed.card());
        return StubFactory.create(type, new ActiveHandler(host, route, type));
    }

    /**
     * The way to an active object.
     *
     * @param type its type, which the codec decodes arguments for from now on
     * @param runtime its runtime
     * @param number its number
     * @param card card of its runtime, empty if that is known
     * @return its route
     */
    public Route route(Class<?> type, RuntimeId runtime, long number, String card) {
        host.admit(type);
        if (host.isThis(runtime)) {
            LocalBody body = host.exported(number);
            if (body != null) {
                return new LocalRoute(host, body);
            }
        } else if (!card.isEmpty()) {
            host.messenger().transport().learn(RuntimeCard.parse(card));
        }
        return new RemoteRoute(host, new UniqueID(runtime, number), type.getSimpleName(), card);
    }

    /**
     * Loads the class of a stub.
     *
     * @param name its name
     * @return the class, not initialized
     * @throws SerializationException if this runtime does not have it
     */
    public static Class<?> load(String name) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(
                    name, false, loader != null ? loader : References.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new SerializationException(
                    "class of an active object is unknown here: class="
                            + name
                            + "; put it on the class path of this runtime",
                    e);
        }
    }
}
