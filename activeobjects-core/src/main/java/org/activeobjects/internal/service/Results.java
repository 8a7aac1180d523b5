package org.activeobjects.internal.service;

import org.activeobjects.annotation.Self;
import org.activeobjects.annotation.TurnActive;
import org.activeobjects.annotation.UnwrapFuture;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.spi.StubMethod;

/** What the caller of a method is given for what it returned. */
final class Results {

    private Results() {}

    /** The result, or what the annotations of the method or the settings put in its place. */
    static Object of(LocalBody body, StubMethod method, Object result) throws Throwable {
        if (result == body.target() && body.host().givesStubForThis()) {
            return body.stub();
        }
        return method.isSpecial() ? special(body, method, result) : result;
    }

    private static Object special(LocalBody body, StubMethod method, Object result)
            throws Throwable {
        if (method.has(Self.class)) {
            return body.stub();
        }
        Promise awaited = result == null ? null : Promise.of(result);
        if (awaited != null && method.has(UnwrapFuture.class)) {
            return awaited.get(0);
        }
        if (awaited == null && method.has(TurnActive.class)) {
            return body.host().activate(method.returnType(), result);
        }
        return result;
    }
}
