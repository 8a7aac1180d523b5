package org.activeobjects.internal.runtime;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.NodeException;
import org.activeobjects.internal.continuation.ContinuationSwitch;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.naming.Address;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.References;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.Node;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.transport.error.HandshakeException;
import org.activeobjects.transport.error.TransportException;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/** Names and URLs of active objects, of this runtime and of others. */
public final class Directory {

    private static final Object[] NONE = {};

    private Directory() {}

    /**
     * Registers an active object in its own runtime.
     *
     * @param handler handler of its stub
     * @param name name
     * @param rebind true to take the name from whoever has it
     * @return its URL
     */
    public static String register(ActiveHandler handler, String name, boolean rebind) {
        Objects.requireNonNull(name, "the name of an active object is null");
        CoreRuntime runtime = (CoreRuntime) handler.host();
        Route route = handler.route();
        LocalBody here = route.body();
        if (here != null) {
            var _ = runtime.transport(); // if it cannot be opened, no name keeps the JVM alive
            runtime.names().register(name, here, rebind);
            return url(runtime.nodes().first(), name);
        }
        Place place = route.locate(); // where the name is, wherever the object goes meanwhile
        var _ =
                runtime.messenger()
                        .ask(place.runtime(), SystemOps.REGISTER, name, place.number(), rebind);
        return url(firstNode(handler, place), name);
    }

    /**
     * Says whether an active object shall live although nobody can reach it.
     *
     * @param handler handler of its stub
     * @param keep false to have it collected again
     */
    public static void keep(ActiveHandler handler, boolean keep) {
        CoreRuntime runtime = (CoreRuntime) handler.host();
        LocalBody here = handler.route().body();
        if (here != null) {
            runtime.leases().keep(here, keep);
        } else {
            keepThere(runtime, handler.route().locate(), keep);
        }
    }

    private static void keepThere(CoreRuntime runtime, Place place, boolean keep) {
        var _ = runtime.messenger().ask(place.runtime(), SystemOps.KEEP, "", place.number(), keep);
    }

    /**
     * The node of an active object.
     *
     * @param handler handler of its stub
     * @return its node
     */
    public static Node node(ActiveHandler handler) {
        return ((CoreRuntime) handler.host()).nodes().of(handler.route());
    }

    /**
     * The node of the calling thread.
     *
     * @param runtime its runtime
     * @return that of the active object that it serves, else the first one
     */
    public static Node nodeOfThread(CoreRuntime runtime) {
        return BodyHandle.current() instanceof LocalBody body ? body.node() : runtime.node();
    }

    /**
     * A stub of an active object that is known by its id.
     *
     * @param runtime runtime that asks
     * @param id its id
     * @return a stub of the type that its creator chose
     * @throws BodyTerminatedException if it has ended
     * @throws NodeException if its runtime does not answer
     */
    static Object stubOf(CoreRuntime runtime, UniqueID id) {
        Object[] found;
        try {
            String name = "@" + id.number();
            found =
                    (Object[])
                            (runtime.isThis(id.runtime())
                                    ? runtime.onSystemCall(SystemOps.LOOKUP, name, 0, () -> NONE)
                                    : runtime.messenger()
                                            .ask(id.runtime(), SystemOps.LOOKUP, name, 0));
        } catch (TransportException | ActiveObjectException e) {
            throw new NodeException(
                    "runtime does not answer: runtime="
                            + runtime.nameOf(id.runtime())
                            + " reason="
                            + e.getMessage(),
                    e);
        }
        if (found == null) {
            throw new BodyTerminatedException("active object has ended: id=" + id);
        }
        Class<?> type = References.load((String) found[2]);
        Route route = runtime.references().route(type, Reference.parse((String) found[0]));
        return runtime.creator().stub(type, route);
    }

    /** The node that stands for the runtime where an active object is. */
    private static PeerNode firstNode(ActiveHandler handler, Place place) {
        CoreRuntime runtime = (CoreRuntime) handler.host();
        return runtime.isThis(place.runtime())
                ? runtime.nodes().first()
                : runtime.nodes().of(place.runtime(), "");
    }

    private static String url(Node node, String name) {
        Address address = Address.parse(node.url());
        return Address.url(address.host(), address.port(), name);
    }

    /**
     * The URL of an active object.
     *
     * @param handler handler of its stub
     * @return its URL
     */
    public static String url(ActiveHandler handler) {
        CoreRuntime runtime = (CoreRuntime) handler.host();
        LocalBody here = handler.route().body();
        if (here != null) {
            runtime.export(here);
            runtime.leases().keep(here, true);
            return url(runtime.nodes().first(), "@" + here.number());
        }
        Place place = handler.route().locate(); // what is kept there can be found there
        keepThere(runtime, place, true);
        return url(firstNode(handler, place), "@" + place.number());
    }

    /**
     * Says whether an active object passes futures on unresolved.
     *
     * @param handler handler of its stub
     * @param on false to have it wait for them first
     * @throws IOException if its runtime cannot be reached
     */
    public static void continuations(ActiveHandler handler, boolean on) throws IOException {
        Route route = handler.route();
        LocalBody here = route.body();
        if (here != null) {
            ContinuationSwitch.set(here, on);
            return;
        }
        try {
            Place place = route.locate();
            String state = on ? "on" : "off";
            var _ =
                    handler.host()
                            .messenger()
                            .ask(place.runtime(), SystemOps.CONTINUATIONS, state, place.number());
        } catch (TransportException e) {
            throw new IOException("runtime of the active object cannot be reached: " + route, e);
        }
    }

    /**
     * Finds an active object.
     *
     * @param <T> type of the stub
     * @param runtime runtime that asks
     * @param type class or interface of the stub
     * @param url its URL
     * @return its stub
     * @throws IOException if it is not there
     */
    public static <T> T lookup(CoreRuntime runtime, Class<T> type, String url) throws IOException {
        Objects.requireNonNull(type, "the type of an active object to look up is null");
        Node node = node(runtime, url);
        Object[] found = (Object[]) ask(runtime, node, SystemOps.LOOKUP, url);
        if (found == null) {
            throw new IOException(
                    "no active object of that name: url="
                            + url
                            + " registered="
                            + Arrays.toString((String[]) ask(runtime, node, SystemOps.LIST, url))
                            + "; it is not registered yet, or not any more, or elsewhere");
        }
        Class<?> shown = References.load((String) found[2]); // enough where its class is not known
        Class<?> actual = type.isAssignableFrom(shown) ? shown : References.load((String) found[1]);
        if (!type.isAssignableFrom(actual)) {
            throw new IOException(
                    "active object is of another type: url="
                            + url
                            + " class="
                            + actual.getName()
                            + " wanted="
                            + type.getName());
        }
        Route route = runtime.references().route(type, Reference.parse((String) found[0]));
        return runtime.creator().stub(type, route);
    }

    /**
     * Takes a name away.
     *
     * @param runtime runtime that asks
     * @param url URL with the name
     * @throws IOException if it is not there
     */
    public static void unregister(CoreRuntime runtime, String url) throws IOException {
        if (!(boolean) ask(runtime, node(runtime, url), SystemOps.UNREGISTER, url)) {
            throw new IOException("no active object of that name: url=" + url);
        }
    }

    /**
     * Lists names.
     *
     * @param runtime runtime that asks
     * @param url URL of a node
     * @return the URLs of its registered active objects
     * @throws IOException if nobody of this job answers there
     */
    public static String[] list(CoreRuntime runtime, String url) throws IOException {
        Node node = node(runtime, url);
        String[] names = (String[]) ask(runtime, node, SystemOps.LIST, url);
        for (int i = 0; i < names.length; i++) {
            names[i] = url(node, names[i]);
        }
        return names;
    }

    private static Node node(CoreRuntime runtime, String url) throws IOException {
        Objects.requireNonNull(url, "the URL is null; it is like ao://host:port/name");
        Address address = parse(url);
        try {
            return runtime.connect(Address.nodeUrl(address.host(), address.port()));
        } catch (NodeException e) {
            if (e.getCause() instanceof HandshakeException) {
                throw new IOException(e.getMessage(), e);
            }
            throw new IOException("nobody answers: url=" + url + " reason=" + e.getMessage(), e);
        }
    }

    private static Address parse(String url) throws IOException {
        try {
            return Address.parse(url);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Object ask(CoreRuntime runtime, Node node, byte op, String url)
            throws IOException {
        String name = Address.parse(url).name();
        try {
            if (node.isLocal()) {
                return runtime.onSystemCall(op, name, 0, () -> NONE);
            }
            return runtime.messenger().ask(node.runtimeId(), op, name, 0);
        } catch (TransportException | ActiveObjectException e) {
            throw new IOException("nobody answers: url=" + url + " reason=" + e.getMessage(), e);
        }
    }
}
