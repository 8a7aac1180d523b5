package org.activeobjects.internal.remote;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.StubMethod;

import java.util.function.Supplier;

/** An order to end that waits for its turn in the queue. */
public final class Termination extends QueuedRequest {

    private static final Object[] NONE = {};

    private final LocalBody body;
    private final Supplier<UniqueID> sender;

    /**
     * An order of one sender.
     *
     * @param body who is to end
     * @param sender tells who gave it
     */
    public Termination(LocalBody body, Supplier<UniqueID> sender) {
        super(null);
        this.body = body;
        this.sender = sender;
    }

    @Override
    public boolean isTermination() {
        return true;
    }

    @Override
    public StubMethod method() {
        throw new IllegalStateException("an order to end has no method");
    }

    @Override
    public String getMethodName() {
        return "terminate";
    }

    @Override
    public Object[] arguments() {
        return NONE;
    }

    @Override
    public int getParameterCount() {
        return 0;
    }

    @Override
    public UniqueID getSourceBodyID() {
        return sender.get();
    }

    @Override
    public String getSenderNodeURL() {
        return body.host().nodeOf(sender.get().runtime()).url();
    }
}
