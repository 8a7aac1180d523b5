package org.activeobjects.internal.runtime;

import org.activeobjects.active.Body;
import org.activeobjects.active.Context;
import org.activeobjects.active.Request;
import org.activeobjects.active.StubObject;
import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.BodyHandle;

/** What a body does at one moment. */
public final class ServiceContext implements Context {

    private final CoreRuntime runtime;
    private final Body body;
    private final Request request;

    /**
     * The present moment.
     *
     * @param runtime runtime of the calling thread
     * @param body body that it serves
     */
    public ServiceContext(CoreRuntime runtime, BodyHandle body) {
        this.runtime = runtime;
        this.body = body;
        this.request = ((LocalBody) body).currentRequest();
    }

    @Override
    public Body getBody() {
        return body;
    }

    @Override
    public Request getCurrentRequest() {
        return request;
    }

    @Override
    public StubObject getStubOnCaller() {
        if (request == null) {
            return null;
        }
        UniqueID caller = request.getSourceBodyID();
        return caller.number() == 0 ? null : (StubObject) Directory.stubOf(runtime, caller);
    }

    @Override
    public String toString() {
        return body.getName() + " serving=" + request;
    }
}
