package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.remote.Arrival;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.PackedArguments;
import org.activeobjects.spi.StubMethod;

/** The way to an active object of the same runtime: what is mutable is copied, nothing encoded. */
public final class LocalRoute implements Route {

    private final RuntimeHost host;
    private final LocalBody body;

    /**
     * To one body.
     *
     * @param host its runtime
     * @param body the body
     */
    public LocalRoute(RuntimeHost host, LocalBody body) {
        this.host = host;
        this.body = body;
    }

    @Override
    public Promise promise(StubMethod method) {
        return new CopyingPromise(method, this, host.codec());
    }

    @Override
    public void send(StubMethod method, Object[] arguments, Promise promise, LocalBody sender) {
        requireOpen();
        deliver(method, copy(method, arguments), Carried.capture(), promise, sender);
    }

    @Override
    public void send(Call call, Promise promise, LocalBody sender) {
        requireOpen();
        Object[] arguments = copy(call.method(), call.arguments());
        deliver(call.method(), arguments, call.context(), promise, sender);
    }

    /** Sends a one-way call, whose arguments need no copy, with the context of the thread. */
    void send(StubMethod method, PackedArguments arguments, LocalBody sender) {
        requireOpen();
        deliver(method, arguments, Carried.capture(), null, sender);
    }

    private void deliver(
            StubMethod method,
            Object arguments,
            Object[] context,
            Promise promise,
            LocalBody sender) {
        body.receive(
                new LocalRequest(
                        method,
                        arguments,
                        copyOfContext(method, context),
                        promise,
                        sender == null ? host : sender));
    }

    private void requireOpen() {
        if (host.isClosed()) {
            throw new ActiveObjectException(
                    "the runtime of the active object has been closed: body=" + body.getName());
        }
    }

    private Object[] copy(StubMethod method, Object[] arguments) {
        for (Object argument : arguments) {
            if (!isPlain(argument)) {
                return (Object[]) host.codec().copy(arguments, method);
            }
        }
        // The stub made the array for this call alone, and what it holds cannot change.
        return arguments;
    }

    private Object[] copyOfContext(StubMethod method, Object[] context) {
        return context == null ? null : (Object[]) host.codec().copy(context, method);
    }

    private static boolean isPlain(Object argument) {
        return switch (argument) {
            case null -> true;
            case Integer _, Long _, Double _, Boolean _, String _ -> true;
            default -> false;
        };
    }

    @Override
    public Promise callExtension(String extension, Object argument, LocalBody sender) {
        requireOpen();
        Promise promise =
                new CopyingPromise(
                        Object.class, "extension " + extension + " of " + this, host.codec());
        Object copied = host.codec().copy(argument, "extension " + extension);
        UniqueID from = host.idOf(sender == null ? 0 : sender.number());
        body.receive(
                from, () -> Arrival.callExtension(host, body, extension, from, copied, promise));
        return promise;
    }

    @Override
    public void terminate(boolean immediate) {
        if (host.isClosed()) {
            return;
        }
        Arrival.terminate(body, immediate, () -> host.idOf(0));
    }

    @Override
    public boolean ping() {
        return body.isAlive() && !host.isClosed();
    }

    @Override
    public UniqueID id() {
        return body.id();
    }

    @Override
    public Object anchor() {
        return body.anchor();
    }

    @Override
    public LocalBody body() {
        return body;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalRoute route && route.body == body
                || other instanceof RemoteRoute remote && remote.id().equals(id());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(body.number());
    }

    @Override
    public String toString() {
        return body.getName();
    }
}
