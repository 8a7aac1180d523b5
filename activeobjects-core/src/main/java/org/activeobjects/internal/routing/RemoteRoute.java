package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.exception.Failures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.RemotePromise;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.remote.Wire;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.error.TransportException;

/** The way to an active object of another runtime. */
public final class RemoteRoute implements Route {

    private final RuntimeHost host;
    private final UniqueID id;
    private final String name;
    private final Held held;

    /**
     * To one active object.
     *
     * @param host runtime that calls
     * @param id id of the active object
     * @param type simple name of its class, for messages
     * @param card card of its runtime, empty if that is known
     */
    public RemoteRoute(RuntimeHost host, UniqueID id, String type, String card) {
        this.host = host;
        this.id = id;
        this.name = type + "#" + id.number();
        this.held = host.leases().held(id, card);
    }

    @Override
    public Promise promise(StubMethod method) {
        return new RemotePromise(method, this);
    }

    @Override
    public void send(StubMethod method, Object[] arguments, Promise promise, LocalBody sender) {
        send(Call.toOne(method, arguments), promise, sender);
    }

    @Override
    public void send(Call call, Promise promise, LocalBody sender) {
        if (promise == null && sender != null && Failures.hasHandler(sender, sender.target())) {
            host.export(sender); // so that it can be told if the call is lost
        }
        send(call.encoded(host, id.runtime()), promise, sender);
    }

    private void send(EncodedMessage message, Promise promise, LocalBody sender) {
        if (held.hasEnded()) {
            throw new BodyTerminatedRequestException(
                    "active object has been terminated: body=" + this);
        }
        byte[] head = message.head();
        Wire.callee(head, id.number());
        Wire.sender(head, sender == null ? 0 : sender.number());
        host.messenger().post(id.runtime(), Wire.stream(id.number()), message, promise);
    }

    @Override
    public Promise callExtension(String extension, Object argument, LocalBody sender) {
        EncodedMessage message = host.messenger().newMessage(id.runtime());
        host.codec().encode(message, new Object[] {extension, argument}, "extension " + extension);
        Wire.kind(message.head(), Wire.EXTENSION, (byte) 0, (byte) 0);
        Promise promise = new Promise(Object.class, "extension " + extension + " of " + this);
        send(message, promise, sender);
        return promise;
    }

    @Override
    public void terminate(boolean immediate) {
        if (held.hasEnded()) {
            return;
        }
        EncodedMessage message = host.messenger().newMessage();
        Wire.kind(message.head(), Wire.TERMINATE, immediate ? Wire.IMMEDIATE : (byte) 0, (byte) 0);
        send(message, null, null);
    }

    @Override
    public boolean ping() {
        try {
            Promise answer =
                    host.messenger()
                            .systemCall(
                                    id.runtime(), SystemOps.PING, "", id.number(), new Object[0]);
            return (boolean) Messenger.result(answer);
        } catch (TransportException e) {
            return false;
        }
    }

    @Override
    public UniqueID id() {
        return id;
    }

    @Override
    public Object anchor() {
        return host.leases().anchor(held);
    }

    @Override
    public LocalBody body() {
        return null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Route route && route.id().equals(id);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id.number());
    }

    @Override
    public String toString() {
        return name + " of runtime " + id.runtime();
    }
}
