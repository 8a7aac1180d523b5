package org.activeobjects.internal.routing;

import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.remote.Wire;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.spi.StubMethod;

import java.util.Arrays;

/**
 * A method and its arguments, on their way to one active object or to many. They are encoded once.
 *
 * <p><b>Threading:</b> used by the caller's thread only.
 */
public final class Call {

    private final StubMethod method;
    private final Object[] arguments;
    private final Object[] context;
    private EncodedMessage encoded;

    /**
     * A call of the current thread, with its context, that has not been encoded.
     *
     * @param method what is called
     * @param arguments its arguments
     */
    public Call(StubMethod method, Object[] arguments) {
        this.method = method;
        this.arguments = arguments;
        this.context = Carried.capture();
    }

    /**
     * What is called.
     *
     * @return the method
     */
    public StubMethod method() {
        return method;
    }

    /**
     * What it is called with.
     *
     * @return the arguments, not copied
     */
    public Object[] arguments() {
        return arguments;
    }

    /** What travels with the call; null if nothing does. */
    Object[] context() {
        return context;
    }

    /** The message, its header filled but for callee, sender and request id. */
    EncodedMessage encoded(RuntimeHost host) {
        if (encoded == null) {
            EncodedMessage message = host.messenger().newMessage();
            Object[] content = arguments;
            if (context != null) {
                content = Arrays.copyOf(arguments, arguments.length + 1, Object[].class);
                content[arguments.length] = context;
            }
            host.codec().encode(message, content, method.toString());
            byte flags = context == null ? 0 : Wire.CONTEXT;
            Wire.kind(message.head(), Wire.REQUEST, flags, (byte) 0);
            Wire.method(message.head(), method.id(), MethodTable.of(method.tableClass()).hash());
            encoded = message;
        }
        return encoded;
    }
}
