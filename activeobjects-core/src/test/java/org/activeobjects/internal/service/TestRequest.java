package org.activeobjects.internal.service;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.spi.StubMethod;

/** A call without arguments that the active object seems to have made of itself. */
class TestRequest extends QueuedRequest {

    private final LocalBody body;
    private final String method;

    TestRequest(LocalBody body, String method, Answer answer) {
        super(answer);
        this.body = body;
        this.method = method;
    }

    /** An answer that cannot be given, whatever it is. */
    static final class Untold implements Answer {

        @Override
        public void value(Object value) {
            throw new LinkageError("as the test wants it");
        }

        @Override
        public void failure(Throwable failure) {
            throw new LinkageError("as the test wants it");
        }
    }

    @Override
    public final StubMethod method() {
        return MethodTable.of(body.type()).methods().stream()
                .filter(one -> one.name().equals(method))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public final Object[] arguments() {
        return new Object[0];
    }

    @Override
    public final UniqueID getSourceBodyID() {
        return body.id();
    }

    @Override
    public final String getSenderNodeURL() {
        return body.getNodeURL();
    }
}
