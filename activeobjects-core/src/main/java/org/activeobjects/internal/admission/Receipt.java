package org.activeobjects.internal.admission;

import org.activeobjects.internal.future.Promise;
import org.activeobjects.spi.StubMethod;

/**
 * Tells a caller, who waits for it, that its call is in the queue of an active object of another
 * runtime. Nothing but that runtime holds it up: it is given by the thread that takes the call off
 * the network, or, where the object has moved, by the one that passes the call on.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Receipt extends Promise {

    /**
     * For one call.
     *
     * @param method what is called
     * @param callee the way to the active object that is called
     */
    public Receipt(StubMethod method, Object callee) {
        super(method, callee);
    }

    @Override
    public String toString() {
        return "receipt of the call " + description();
    }
}
