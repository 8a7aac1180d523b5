package org.activeobjects.internal.routing;

import org.activeobjects.annotation.Cache;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.internal.exception.TryBlock;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.SentSignal;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.sending.SendQueue;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.stub.StubType;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.CallKind;
import org.activeobjects.spi.PackedArguments;
import org.activeobjects.spi.StubMethod;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Makes requests of the calls on the stub of an active object.
 *
 * <p>{@code equals} and {@code hashCode} go by the identity of the active object, {@code toString}
 * names it; none of them is a request.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ActiveHandler implements CallHandler {

    /** A result of a method with {@code @Cache}. */
    private static final Object NULL = new Object();

    private final RuntimeHost host;
    private final Route route;
    private final StubType type;
    private volatile ConcurrentMap<StubMethod, Object> cache;
    private volatile SendQueue sendQueue;
    private final Object anchor;

    /**
     * For stubs of one active object.
     *
     * @param host runtime that calls
     * @param route the way to it
     * @param type type of the stubs
     */
    public ActiveHandler(RuntimeHost host, Route route, Class<?> type) {
        this(host, route, StubType.of(type));
    }

    /**
     * For stubs of one active object.
     *
     * @param host runtime that calls
     * @param route the way to it
     * @param type type of the stubs, with its generic parameters
     */
    public ActiveHandler(RuntimeHost host, Route route, StubType type) {
        this.host = host;
        this.route = route;
        this.type = type;
        this.anchor = route.anchor();
    }

    /**
     * The handler behind a stub.
     *
     * @param object any object
     * @return its handler, or {@code null} if it is no stub of an active object
     */
    public static ActiveHandler of(Object object) {
        return StubFactory.handlerOf(object) instanceof ActiveHandler handler ? handler : null;
    }

    /**
     * The way to the active object.
     *
     * @return its route
     */
    public Route route() {
        return route;
    }

    /**
     * What keeps the active object held by this runtime, as long as it is reachable.
     *
     * @return what all stubs of the active object in this runtime share
     */
    public Object anchor() {
        return anchor;
    }

    /**
     * Type of the stub.
     *
     * @return class or interface
     */
    public Class<?> type() {
        return type.type();
    }

    /**
     * Type of the stub, with its generic parameters.
     *
     * @return its type
     */
    public StubType stubType() {
        return type;
    }

    /**
     * The runtime that calls.
     *
     * @return the runtime the stub belongs to
     */
    public RuntimeHost host() {
        return host;
    }

    @Override
    public Object call(StubMethod method, Object[] arguments) throws Throwable {
        if (method.isOfObject()) {
            return answerHere(method, arguments);
        }
        if (method.isSpecial()) {
            return callSpecial(method, arguments);
        }
        return call(method, arguments, sender());
    }

    @Override
    public Object callPacked(StubMethod method, PackedArguments arguments) throws Throwable {
        if (route instanceof LocalRoute local
                && sendQueue == null
                && TryBlock.around(method) == null) {
            local.send(method, arguments, sender());
            return null;
        }
        return call(method, arguments.toArray());
    }

    private Object callSpecial(StubMethod method, Object[] arguments) throws Throwable {
        for (int i = 0; i < arguments.length; i++) {
            if (method.turnsActive(i)) {
                arguments[i] = host.activate(method.parameterTypes()[i], arguments[i]);
            }
        }
        if (!method.has(Cache.class)) {
            return call(method, arguments, sender());
        }
        Object known = cache == null ? null : cache.get(method);
        if (known != null && !hasFailed(known)) {
            return known == NULL ? null : known;
        }
        Object result = call(method, arguments, sender());
        cache().put(method, result == null ? NULL : result);
        return result;
    }

    private static boolean hasFailed(Object result) {
        if (result instanceof CompletableFuture<?> future) {
            return future.isCompletedExceptionally();
        }
        Promise promise = Promise.of(result);
        return promise != null && promise.hasFailed();
    }

    private synchronized ConcurrentMap<StubMethod, Object> cache() {
        if (cache == null) {
            cache = new ConcurrentHashMap<>();
        }
        return cache;
    }

    private Object call(StubMethod method, Object[] arguments, LocalBody sender) throws Throwable {
        if (sender != null && host.givesStubForThis()) {
            giveStubForThis(arguments, method, sender);
        }
        TryBlock block = TryBlock.around(method);
        if (block != null) {
            return callIn(block, method, arguments, sender);
        }
        if (method.kind() == CallKind.ONE_WAY) {
            send(method, arguments, null, sender);
            return null;
        }
        Promise promise = route.promise(method);
        if (method.kind() == CallKind.SYNCHRONOUS) {
            return callAndWait(method, arguments, promise, sender);
        }
        send(method, arguments, promise, sender);
        return result(promise, method);
    }

    private static void giveStubForThis(Object[] arguments, StubMethod method, LocalBody sender) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == sender.target()) {
                Object stub = sender.stub();
                if (method.parameterTypes()[i].isInstance(stub)) {
                    arguments[i] = stub;
                }
            }
        }
    }

    private Object callIn(TryBlock block, StubMethod method, Object[] arguments, LocalBody sender)
            throws Throwable {
        Promise promise = route.promise(method);
        if (method.kindIfCaught() == CallKind.SYNCHRONOUS) {
            return callAndWait(method, arguments, promise, sender);
        }
        send(method, arguments, promise, sender);
        block.add(promise);
        return method.returnType() == void.class ? null : result(promise, method);
    }

    /**
     * Sends one call, of the body that the calling thread serves.
     *
     * @param call method and arguments; encoded at most once for all its members
     * @param promise who gets the answer, made by the route; {@code null} if nobody does
     * @throws RuntimeException as {@link Route#send(Call, Promise, LocalBody)} does
     */
    public void send(Call call, Promise promise) {
        send(call, promise, sender());
    }

    /**
     * Whether a call would be sent at once.
     *
     * @param method what is to be called
     * @return false if the active object has no room in its queue
     */
    public boolean hasRoom(StubMethod method) {
        return route.hasRoom(method, sender());
    }

    private Object callAndWait(
            StubMethod method, Object[] arguments, Promise promise, LocalBody sender)
            throws Throwable {
        long limitMs = host.synchronousCalls().begin(method);
        if (sender != null
                && route.body() == sender
                && sender.isOwnThread()
                && !sender.servesBeside(method)) {
            throw new ActiveObjectException(
                    "an active object would wait for ever for a call on itself: method="
                            + method
                            + " body="
                            + sender.getName()
                            + "; call the method on this, not on the stub");
        }
        send(method, arguments, promise, sender);
        SentSignal.sent(limitMs == 0 ? promise : null);
        return promise.get(limitMs);
    }

    private void send(StubMethod method, Object[] arguments, Promise promise, LocalBody sender) {
        SendQueue queue = queueFor(sender);
        if (queue == null) {
            route.send(method, arguments, promise, sender);
        } else {
            sendThrough(queue, Call.toOne(method, arguments), promise, sender);
        }
    }

    private void send(Call call, Promise promise, LocalBody sender) {
        SendQueue queue = queueFor(sender);
        if (queue == null) {
            route.send(call, promise, sender);
        } else {
            sendThrough(queue, call, promise, sender);
        }
    }

    /**
     * What sends for a caller; null if he does, now that all has left that he may have put there.
     */
    private SendQueue queueFor(LocalBody sender) {
        SendQueue queue = sendQueue;
        LocalBody here = queue == null ? null : route.body();
        if (here == null) {
            return queue;
        }
        if (here != sender) { // while it was elsewhere, the object itself did not call from here
            queue.awaitSent();
        }
        return null;
    }

    private void sendThrough(SendQueue queue, Call call, Promise promise, LocalBody sender) {
        if (!queue.takes(call.method().name())) {
            queue.awaitSent();
            route.send(call, promise, sender);
            return;
        }
        Call own = call.copied(host);
        queue.add(
                () -> {
                    try {
                        route.send(own, promise, sender);
                    } catch (RuntimeException | Error e) { // no later call may wait for ever
                        notSent(own.method(), promise, sender, e);
                    }
                });
    }

    private void notSent(StubMethod method, Promise promise, LocalBody sender, Throwable why) {
        if (promise != null) {
            promise.failure(why);
        } else {
            String caller = sender == null ? "a thread of no active object" : sender.getName();
            host.lost(sender, new CallFailure(method.name(), route.toString(), caller, why));
        }
    }

    /**
     * Lets another thread send the calls of a method on this stub, or their caller again.
     *
     * @param method its name
     * @param forget true for another thread
     * @throws IllegalArgumentException if there is no method of that name
     */
    public synchronized void forgetOnSend(String method, boolean forget) {
        if (MethodTable.of(type()).methods().stream().noneMatch(m -> m.name().equals(method))) {
            throw new IllegalArgumentException(
                    "no such method: class=" + type + " method=" + method);
        }
        if (sendQueue == null) {
            sendQueue = new SendQueue();
        }
        if (forget) {
            sendQueue.take(method);
        } else {
            sendQueue.leave(method);
        }
    }

    /**
     * Orders the active object to end, after what was called on this stub before.
     *
     * @param immediate true to leave the requests in its queue unserved
     */
    public void terminate(boolean immediate) {
        SendQueue queue = sendQueue;
        if (queue != null) {
            queue.awaitSent();
        }
        route.terminate(immediate);
    }

    /** What the caller of an asynchronous method is given. */
    static Object result(Promise promise, StubMethod method) {
        return method.returnsCompletableFuture() ? promise.toCompletableFuture() : promise.stub();
    }

    /**
     * The body that the calling thread serves.
     *
     * @return the body, or {@code null} if it serves none of this runtime
     */
    public LocalBody sender() {
        return BodyHandle.current() instanceof LocalBody body && body.runtime() == host
                ? body
                : null;
    }

    private Object answerHere(StubMethod method, Object[] arguments) throws Throwable {
        return switch (method.name()) {
            case "hashCode" -> route.hashCode();
            case "toString" -> toString();
            default -> {
                Promise awaited = Promise.of(arguments[0]); // its result may be a stub
                ActiveHandler other =
                        of(awaited == null ? arguments[0] : Futures.awaitLast(awaited, 0).get(0));
                yield other != null && route.equals(other.route);
            }
        };
    }

    @Override
    public String toString() {
        return "active object " + route;
    }
}
