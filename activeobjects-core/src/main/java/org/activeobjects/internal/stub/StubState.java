package org.activeobjects.internal.stub;

import org.activeobjects.active.StubObject;
import org.activeobjects.spi.CallHandler;

/**
 * What every generated class implements besides its type; the names cannot clash with a user's.
 *
 * <p>Public only because classes in the packages of users implement it.
 */
public interface StubState extends StubObject {

    /** Given to the handler for every method without parameters. */
    Object[] NO_ARGUMENTS = {};

    /**
     * Who gets the calls.
     *
     * @return the handler
     */
    CallHandler activeobjects$handler();

    /**
     * Sets who gets the calls; called once, before anyone else sees the stub.
     *
     * @param handler the handler
     */
    void activeobjects$handler(CallHandler handler);
}
