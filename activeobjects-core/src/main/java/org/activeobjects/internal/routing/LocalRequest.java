package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.service.BodyHost;
import org.activeobjects.spi.StubMethod;

/** A request of the same runtime; its arguments have been copied. */
final class LocalRequest extends QueuedRequest {

    private final StubMethod method;
    private final Object[] arguments;
    private final BodyHost host;
    private final long sender;
    private final Object[] context;

    LocalRequest(
            StubMethod method,
            Object[] arguments,
            Object[] context,
            Answer answer,
            BodyHost host,
            long sender) {
        super(answer);
        this.method = method;
        this.arguments = arguments;
        this.context = context;
        this.host = host;
        this.sender = sender;
    }

    @Override
    public StubMethod method() {
        return method;
    }

    @Override
    public Object[] arguments() {
        return arguments;
    }

    @Override
    public Object[] context() {
        return context;
    }

    @Override
    public UniqueID getSourceBodyID() {
        return host.idOf(sender);
    }

    @Override
    public Object caller() {
        return sender;
    }

    @Override
    public String source() {
        return sender == 0 ? "a thread of no active object" : "active object #" + sender;
    }

    @Override
    public String getSenderNodeURL() {
        return host.node().url();
    }
}
