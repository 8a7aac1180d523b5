package org.activeobjects.internal.event;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.StubMethod;

import java.util.function.Supplier;

/** A one-way request of an active object to itself, whose arguments are made when it is served. */
class OwnRequest extends QueuedRequest {

    private final LocalBody body;
    private final StubMethod method;
    private final Supplier<Object[]> maker;
    private final Object[] context;
    private Object[] arguments;

    OwnRequest(LocalBody body, StubMethod method, Supplier<Object[]> maker, Object[] context) {
        super(null);
        this.body = body;
        this.method = method;
        this.maker = maker;
        this.context = context;
    }

    @Override
    public Object[] context() {
        return context;
    }

    @Override
    public StubMethod method() {
        return method;
    }

    @Override
    public Object[] arguments() {
        if (arguments == null) {
            arguments = maker.get();
        }
        return arguments;
    }

    @Override
    public UniqueID getSourceBodyID() {
        return body.id();
    }

    @Override
    public String getSenderNodeURL() {
        return body.getNodeURL();
    }

    @Override
    public String source() {
        return body.getName();
    }
}
