package org.activeobjects.internal.routing;

import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.remote.Wire;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.address.RuntimeId;

import java.util.Arrays;
import java.util.Set;

/**
 * A method and its arguments, on their way to one active object or to many. They are encoded once.
 *
 * <p><b>Threading:</b> used by one thread at a time, one to many by the caller's only.
 */
public final class Call {

    private final StubMethod method;
    private final Object[] arguments;
    private final Object[] context;
    private final Set<RuntimeId> destinations; // of a call of many, as far as they are known
    private boolean isPassedOn;
    private boolean awaitsArrival;
    private EncodedMessage encoded;
    private RuntimeHost encodedBy;
    private RuntimeId encodedFor; // null for all its destinations

    private Call(
            StubMethod method, Object[] arguments, Object[] context, Set<RuntimeId> destinations) {
        this.method = method;
        this.arguments = arguments;
        this.context = context;
        this.destinations = destinations;
    }

    /**
     * A call of the current thread, with its context, that has not been encoded.
     *
     * @param method what is called
     * @param arguments its arguments
     * @return a call of one active object
     */
    public static Call toOne(StubMethod method, Object[] arguments) {
        return new Call(method, arguments, Carried.capture(), Set.of());
    }

    /**
     * A call that is sent once more, to where the active object is now.
     *
     * @param method what is called
     * @param arguments its arguments
     * @param context what its caller gave it to carry; null for nothing
     * @return a call of one active object
     */
    public static Call again(StubMethod method, Object[] arguments, Object[] context) {
        return new Call(method, arguments, context, Set.of());
    }

    /**
     * A call of the current thread, with its context, that has not been encoded. It is encoded once
     * for all its destinations, and once more for each object that is found in another runtime.
     *
     * @param method what is called
     * @param arguments its arguments
     * @param destinations the other runtimes where the active objects are
     * @return a call of any number of active objects
     */
    public static Call toMany(StubMethod method, Object[] arguments, Set<RuntimeId> destinations) {
        Set<RuntimeId> known = Set.copyOf(destinations);
        return new Call(method, arguments, Carried.capture(), known);
    }

    /**
     * Marks it as one that was in the queue of the active object where that was before: it waits
     * for no room.
     *
     * @return this call
     */
    public Call passedOn() {
        isPassedOn = true;
        return this;
    }

    /**
     * Has its caller wait until it is in the queue of the callee, also if the runtime does not.
     *
     * @return this call
     */
    public Call awaitingArrival() {
        awaitsArrival = true;
        return this;
    }

    /** The same for another thread to send later: its caller may change what he has given. */
    Call copied(RuntimeHost host) {
        Object[] given = LocalRoute.copyAll(host, method, arguments);
        Object[] carried = LocalRoute.copyOfContext(host, method, context);
        Call own = new Call(method, given, carried, Set.of());
        own.isPassedOn = isPassedOn;
        own.awaitsArrival = awaitsArrival;
        return own;
    }

    /** Whether its caller waits for its arrival, whatever the runtime does. */
    boolean awaitsArrival() {
        return awaitsArrival;
    }

    /** Whether it was in the queue of the active object before. */
    boolean isPassedOn() {
        return isPassedOn;
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
    EncodedMessage encoded(RuntimeHost host, RuntimeId destination) {
        // What is encoded for one runtime no other can read.
        if (host != encodedBy || !canRead(destination)) {
            boolean isForAll = destinations.contains(destination);
            EncodedMessage message =
                    isForAll
                            ? host.messenger().newMessage(destinations)
                            : host.messenger().newMessage(destination);
            Object[] content = arguments;
            if (context != null) {
                content = Arrays.copyOf(arguments, arguments.length + 1, Object[].class);
                content[arguments.length] = context;
            }
            Roots roots = context == null ? Roots.ARGUMENTS : Roots.ARGUMENTS_AND_CONTEXT;
            host.codec().encode(message, content, roots, method.toString());
            byte flags = context == null ? 0 : Wire.CONTEXT;
            Wire.kind(message.head(), Wire.REQUEST, flags, (byte) 0);
            Wire.method(message.head(), method.id(), MethodTable.of(method.tableClass()).hash());
            encoded = message;
            encodedBy = host;
            encodedFor = isForAll ? null : destination;
        }
        return encoded;
    }

    private boolean canRead(RuntimeId destination) {
        return encodedFor == null
                ? destinations.contains(destination)
                : encodedFor.equals(destination);
    }
}
