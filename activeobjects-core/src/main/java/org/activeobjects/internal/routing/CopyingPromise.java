package org.activeobjects.internal.routing;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.Codec;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.spi.StubMethod;

/**
 * Copies what the callee returned before the caller sees it: both are in one runtime. What it threw
 * is shared, as by a catch clause; nothing is made of that, for which there may be no memory.
 */
final class CopyingPromise extends Promise {

    private final Codec codec;

    CopyingPromise(StubMethod method, Object callee, Codec codec) {
        super(method, callee);
        this.codec = codec;
    }

    CopyingPromise(Class<?> resultType, Object source, Codec codec) {
        super(resultType, source);
        this.codec = codec;
    }

    @Override
    public void value(Object value) {
        Object copy;
        try {
            copy = codec.copy(value, this);
        } catch (SerializationException e) {
            super.failure(e);
            return;
        }
        super.value(copy);
    }
}
