package org.activeobjects.internal.remote;

import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.polling.Polling;
import org.activeobjects.spi.StubMethod;

/** The result of a call to another runtime, which knows the call by a number. */
public final class RemotePromise extends Promise {

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

    void sentAs(long id, Polling waiting) {
        polling = waiting;
        requestId = id;
    }

    /** Who waits looks for the answer by itself before it sleeps. */
    @Override
    protected boolean spin() {
        Polling sent = polling;
        return sent == null ? super.spin() : sent.until(this::isDone);
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
