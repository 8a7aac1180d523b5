package org.activeobjects.internal.runtime;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.routing.References;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.service.Traits;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.node.Node;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Creates active objects, here and on other nodes.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Creator {

    private static final Object[] NONE = {};

    private final CoreRuntime runtime;

    Creator(CoreRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Creates an active object.
     *
     * @param <T> its type
     * @param type its class
     * @param parameters arguments of its constructor; {@code null} for none
     * @param node where; {@code null} for this runtime
     * @param platformThread true to give it a platform thread for life
     * @return its stub
     * @throws ActiveObjectCreationException if it could not be created
     * @throws org.activeobjects.error.ClassNotReifiableException if calls of the class cannot all
     *     be intercepted
     */
    public <T> T create(Class<T> type, Object[] parameters, Node node, boolean platformThread) {
        Object[] arguments = parameters == null ? NONE : parameters;
        StubFactory.checkActive(type);
        runtime.admit(type);
        if (node == null || isHere(node)) {
            Object[] copied = arguments.length == 0 ? NONE : copy(arguments, type);
            Object target = Constructors.construct(type, copied);
            return stub(
                    type, new LocalRoute(runtime, runtime.newBody(target, traits(platformThread))));
        }
        return stub(type, createThere(type, arguments, node, platformThread));
    }

    private static Traits traits(boolean platformThread) {
        return platformThread ? Traits.ON_PLATFORM_THREAD : Traits.USUAL;
    }

    private Object[] copy(Object[] arguments, Class<?> type) {
        return (Object[]) runtime.codec().copy(arguments, "new " + type.getTypeName());
    }

    private boolean isHere(Node node) {
        return node instanceof PeerNode known && known.user() == runtime && node.isLocal()
                || runtime.isThis(node.runtimeId());
    }

    private Route createThere(
            Class<?> type, Object[] arguments, Node node, boolean platformThread) {
        RuntimeId there = node.runtimeId();
        runtime.transport().learn(RuntimeCard.parse(node.card()));
        long number;
        try {
            number =
                    (long)
                            Messenger.result(
                                    runtime.messenger()
                                            .systemCall(
                                                    there,
                                                    SystemOps.CREATE,
                                                    type.getName(),
                                                    platformThread ? 1 : 0,
                                                    arguments));
        } catch (TransportException e) {
            throw new ActiveObjectCreationException(
                    "node cannot be reached: class=" + type.getName() + " node=" + node, e);
        } catch (ActiveObjectException e) {
            throw e instanceof ActiveObjectCreationException creation
                    ? creation
                    : new ActiveObjectCreationException(
                            "node did not create it: class=" + type.getName() + " node=" + node, e);
        }
        return runtime.references().route(type, there, number, "");
    }

    /** Creates for another runtime; gives the number. */
    Long createFor(String className, boolean platformThread, Supplier<Object[]> arguments) {
        Class<?> type = References.load(className);
        StubFactory.checkActive(type);
        runtime.admit(type);
        Object target = Constructors.construct(type, arguments.get());
        LocalBody body = runtime.newBody(target, traits(platformThread));
        runtime.export(body);
        return body.number();
    }

    /** A stub of a type for an active object. */
    <T> T stub(Class<T> type, Route route) {
        return StubFactory.create(type, new ActiveHandler(runtime, route, type));
    }

    /**
     * Makes an object of the user's active.
     *
     * @param <T> its type
     * @param type class or interface of the stub
     * @param target the object, which nobody else must use from now on
     * @return its stub
     */
    public <T> T turnActive(Class<T> type, T target) {
        StubFactory.checkActive(type);
        runtime.admit(type);
        return stub(type, new LocalRoute(runtime, runtime.newBody(target, Traits.USUAL)));
    }

    /**
     * Creates active objects, all at the same time.
     *
     * @param <T> their type
     * @param type their class
     * @param parameters per object the arguments of its constructor
     * @param nodes where; object {@code i} goes to node {@code i} modulo their number; {@code null}
     *     or empty for this runtime
     * @param platformThreads true to give each a platform thread for life
     * @return their stubs, in order
     * @throws ActiveObjectCreationException if one could not be created; those that could are
     *     terminated
     */
    public <T> List<T> createAll(
            Class<T> type, Object[][] parameters, List<Node> nodes, boolean platformThreads) {
        List<CompletableFuture<T>> creations = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            Object[] own = parameters[i];
            Node node = nodes == null || nodes.isEmpty() ? null : nodes.get(i % nodes.size());
            creations.add(
                    CompletableFuture.supplyAsync(
                            () -> create(type, own, node, platformThreads),
                            Thread::startVirtualThread));
        }
        List<T> created = new ArrayList<>();
        RuntimeException failure = null;
        for (CompletableFuture<T> creation : creations) {
            try {
                created.add(creation.join());
            } catch (CompletionException e) {
                failure = unwrapped(e);
            }
        }
        if (failure != null) {
            created.forEach(stub -> ActiveHandler.of(stub).route().terminate(true));
            throw failure;
        }
        return created;
    }

    private static RuntimeException unwrapped(CompletionException e) {
        return e.getCause() instanceof RuntimeException cause
                ? cause
                : new ActiveObjectCreationException("creation failed", e.getCause());
    }
}
