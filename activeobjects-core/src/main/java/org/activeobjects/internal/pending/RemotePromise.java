package org.activeobjects.internal.pending;

import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.polling.Polling;
import org.activeobjects.spi.StubMethod;

import java.util.function.BooleanSupplier;

/** The result of a call to another runtime, which knows the call by a number. */
public final class RemotePromise extends Promise implements BooleanSupplier {

    private volatile long requestId;
    private Polling polling;

    /**
     * For one call.
     *
     * @param method what was called
     * @param callee whose text names the active object that was called
     */
    public RemotePromise(StubMethod method, Object callee) {
        super(method, callee);
    }

    /**
     * The call is about to be sent.
     *
     * @param id its number, 1 or more; another one each time
     * @param waiting moves the links for those who wait for the answer
     */
    public void sentAs(long id, Polling waiting) {
        polling = waiting;
        requestId = id;
    }

    /** Who waits looks for the answer by itself before it sleeps. */
    @Override
    protected boolean spin() {
        Polling sent = polling;
        return sent == null ? super.spin() : sent.until(this);
    }

    /** As {@link #isDone}: what whoever waits hopes for. */
    @Override
    public boolean getAsBoolean() {
        return isDone();
    }

    /**
     * The number of the call.
     *
     * @return number, 0 before it was sent
     */
    public long requestId() {
        return requestId;
    }
}
