package org.activeobjects.internal.routing;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.ReferenceResolver;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.lease.Traveller;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.stub.StubType;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.Creation;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;

import java.util.List;

/**
 * Passes active objects, futures and groups on.
 *
 * <p>An active object travels as its type, its id, the place where it is, and the card of the
 * runtime there, without which a third runtime could not reach it. How futures travel is said in
 * {@code internal.continuation}.
 *
 * <p><b>Threading:</b> safe.
 */
public final class References implements ReferenceResolver {

    private final RuntimeHost host;
    private final FutureReferences futures;
    private final CarriedStubs carried;

    /**
     * For one runtime.
     *
     * @param host the runtime
     */
    public References(RuntimeHost host) {
        this.host = host;
        this.futures = new FutureReferences(host);
        this.carried = new CarriedStubs(host);
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
        Object future = futures.toWire(stubOrFuture, travellers);
        return future != null ? future : carried.toWire(stubOrFuture, handler);
    }

    @Override
    public Object toLocal(Object stubOrFuture) {
        CallHandler handler = StubFactory.handlerOf(stubOrFuture);
        if (handler instanceof ActiveHandler) {
            return stubOrFuture;
        }
        Object future = futures.toLocal(stubOrFuture);
        return future != null ? future : carried.toLocal(stubOrFuture, handler);
    }

    /**
     * The text that stands for an active object in another runtime.
     *
     * @param type type of the stub
     * @param route the way to it
     * @return type, place, id, card
     */
    public String reference(StubType type, Route route) {
        LocalBody body;
        Place place;
        do {
            body = route.body();
            place = route.place();
        } while (body != route.body()); // it has moved in between
        String card = "";
        if (body != null) {
            host.export(body);
        } else if (!host.isThis(place.runtime())) {
            card = cardOf(place.runtime());
        }
        return new Reference(type.encode(), route.id(), place, card).encode();
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
            return CarriedStubs.isWire(parts)
                    ? carried.fromWire(parts)
                    : futures.fromWire(parts, attachments);
        }
        throw new SerializationException("not a reference: class=" + wire.getClass().getName());
    }

    private Object stub(String reference) {
        Reference parsed = Reference.parse(reference);
        StubType type = StubType.decode(parsed.type(), References::load);
        Route route = route(type.type(), parsed);
        type.generics().forEach(host::admitValues);
        return StubFactory.create(type, new ActiveHandler(host, route, type));
    }

    /**
     * The way to an active object.
     *
     * @param type its type, which the codec decodes arguments for from now on
     * @param reference what it is and where
     * @return its route
     */
    public Route route(Class<?> type, Reference reference) {
        host.admit(type);
        if (host.isThis(reference.place().runtime())) {
            LocalBody body = host.exported(reference.place().number());
            if (body != null && host.leases().known(reference.id()) == null) {
                return new LocalRoute(host, body);
            }
        } else if (!reference.card().isEmpty()) {
            host.messenger().transport().learn(RuntimeCard.parse(reference.card()));
        }
        Held held = host.leases().held(reference);
        Following.follow(host, held, reference);
        return new RemoteRoute(host, held, type);
    }

    /**
     * The way to an active object of this runtime.
     *
     * @param body its body
     * @return that of the references that this runtime had before it came here, if there are any
     */
    public Route route(LocalBody body) {
        Traits.Past past = body.traits().past();
        Held held = past == null ? null : host.leases().known(past.id());
        return held == null ? new LocalRoute(host, body) : new RemoteRoute(host, held, body.type());
    }

    /**
     * Loads the class of a stub.
     *
     * @param name its name
     * @return the class, not initialized
     * @throws SerializationException if this runtime does not have it, or not what it needs
     */
    public static Class<?> load(String name) {
        try {
            return Creation.classOf(name);
        } catch (ClassNotFoundException e) {
            throw new SerializationException(
                    "class of an active object is unknown here: class="
                            + name
                            + "; put it on the class path of this runtime",
                    e);
        } catch (LinkageError e) {
            throw new SerializationException(
                    "class of an active object cannot be loaded here: class="
                            + name
                            + " reason="
                            + e
                            + "; put what it needs on the class path of this runtime",
                    e);
        }
    }
}
