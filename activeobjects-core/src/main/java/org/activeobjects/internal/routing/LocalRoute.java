package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.borrow.Loan;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.UnseenFailures;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.remote.Arrival;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.BorrowedParameters;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.spi.PackedArguments;
import org.activeobjects.spi.StubMethod;

/** The way to an active object of the same runtime: what is mutable is copied, nothing encoded. */
public final class LocalRoute implements Route {

    private final RuntimeHost host;
    private final LocalBody body;

    /**
     * To one body.
     *
     * @param host its runtime
     * @param body the body
     */
    public LocalRoute(RuntimeHost host, LocalBody body) {
        this.host = host;
        this.body = body;
    }

    /** Where the object is that has moved; null if this is the way to it. */
    private Route away() {
        Successor away = body.successor();
        return away == null ? null : ActiveHandler.of(away.stub()).route();
    }

    @Override
    public UnseenFailures unseenFailures() {
        return host.unseenFailures();
    }

    @Override
    public Promise promise(StubMethod method) {
        Route away = away();
        return away == null ? new CopyingPromise(method, this, host.codec()) : away.promise(method);
    }

    @Override
    public void send(StubMethod method, Object[] arguments, Promise promise, LocalBody sender) {
        if (body.successor() != null) {
            send(Call.toOne(method, arguments), promise, sender);
            return;
        }
        requireOpen(method);
        deliver(method, copy(method, arguments), Carried.capture(), promise, sender, false);
        catchUp();
    }

    @Override
    public void send(Call call, Promise promise, LocalBody sender) {
        Successor away = body.successor();
        if (away != null) {
            away.awaitPassed();
            away().send(call, promise, sender);
            return;
        }
        deliver(call, promise, sender);
        catchUp();
    }

    /** Sends a one-way call, whose arguments need no copy, with the context of the thread. */
    void send(StubMethod method, PackedArguments arguments, LocalBody sender) {
        if (body.successor() != null) {
            send(Call.toOne(method, arguments.toArray()), null, sender);
            return;
        }
        requireOpen(method);
        deliver(method, arguments, Carried.capture(), null, sender, false);
        catchUp();
    }

    /** If the object has left meanwhile, what was just sent may be behind the mark of others. */
    private void catchUp() {
        if (body.successor() != null) {
            Following.catchUp(host, new Held.Way(placeHere(), "", body, null));
        }
    }

    /** Queues a request at this place, also if the object has left it. */
    void deliver(Call call, Promise promise, LocalBody sender) {
        StubMethod method = call.method();
        requireOpen(method);
        Object arguments = copy(method, call.arguments());
        deliver(method, arguments, call.context(), promise, sender, call.isPassedOn());
    }

    private void deliver(
            StubMethod method,
            Object arguments,
            Object[] context,
            Promise promise,
            LocalBody sender,
            boolean isPassedOn) {
        LocalRequest request =
                new LocalRequest(
                        method,
                        arguments,
                        copyOfContext(host, method, context),
                        promise,
                        sender == null ? host : sender);
        Gate gate = isPassedOn ? null : body.gateFor(method, sender);
        if (gate == null) {
            body.receive(request);
        } else if (gate.enter(method, this)) {
            // The runtime may have been closed meanwhile, and its gates for good.
            requireOpen(method);
            body.receiveInRoom(request);
        } else {
            send(Call.again(method, request.arguments(), context), promise, sender);
        }
    }

    @Override
    public boolean hasRoom(StubMethod method, LocalBody sender) {
        Route away = away();
        Gate gate = away == null ? body.gateFor(method, sender) : null;
        return away != null ? away.hasRoom(method, sender) : gate == null || gate.hasRoom();
    }

    private void requireOpen(StubMethod method) {
        requireOpen(method.name());
    }

    private void requireOpen(String called) {
        if (host.isClosed()) {
            throw new ActiveObjectException(
                    "the runtime of the active object has been closed: body="
                            + body.getName()
                            + " method="
                            + called
                            + "; call before NodeRuntime.close, or create the object anew");
        }
    }

    /** Copies of the arguments, or a loan of them. */
    private Object copy(StubMethod method, Object[] arguments) {
        int[] borrowed = BorrowedParameters.of(body.target().getClass(), method);
        Loan loan =
                borrowed.length == 0
                        ? null
                        : Loan.ofCopies(
                                host.arrays(),
                                method,
                                borrowed,
                                arguments,
                                others -> copyAll(host, method, others));
        return loan == null ? copyAll(host, method, arguments) : loan;
    }

    /**
     * Copies arguments.
     *
     * @param host runtime of the caller
     * @param method what is called
     * @param arguments its arguments, or those of several calls of it
     * @return their copies, which share what they share; themselves if they cannot change
     * @throws org.activeobjects.error.SerializationException if one cannot be copied
     */
    public static Object[] copyAll(RuntimeHost host, StubMethod method, Object[] arguments) {
        for (Object argument : arguments) {
            if (!isPlain(argument)) {
                return host.codec().copyAll(arguments, Roots.ARGUMENTS, method);
            }
        }
        // The stub made the array for this call alone, and what it holds cannot change.
        return arguments;
    }

    /**
     * Copies what travels with a call.
     *
     * @param host runtime of the caller
     * @param method what is called
     * @param context what its caller gives it to carry; {@code null} for nothing
     * @return its copy, {@code null} for nothing
     */
    public static Object[] copyOfContext(RuntimeHost host, StubMethod method, Object[] context) {
        return context == null ? null : host.codec().copyAll(context, Roots.CONTEXT, method);
    }

    private static boolean isPlain(Object argument) {
        return switch (argument) {
            case null -> true;
            case Integer _, Long _, Double _, Boolean _, String _ -> true;
            default -> false;
        };
    }

    @Override
    public Promise callExtension(String extension, Object argument, LocalBody sender) {
        requireOpen("extension " + extension);
        Promise promise =
                new CopyingPromise(
                        Object.class, "extension " + extension + " of " + this, host.codec());
        Object copied = host.codec().copy(argument, "extension " + extension);
        UniqueID from = host.idOf(sender == null ? 0 : sender.number());
        Arrival.callExtension(host, body, extension, from, copied, promise);
        return promise;
    }

    @Override
    public void terminate(boolean immediate) {
        if (host.isClosed()) {
            return;
        }
        Arrival.terminate(body, immediate, () -> host.idOf(0));
    }

    @Override
    public boolean ping() {
        Successor away = body.successor();
        if (away != null) {
            away.awaitPassed();
            return away().ping();
        }
        return body.isAlive() && !host.isClosed();
    }

    @Override
    public boolean takesCalls() {
        Route away = away();
        return away == null ? body.takesRequests() && !host.isClosed() : away.takesCalls();
    }

    @Override
    public boolean hasEnded() {
        return !body.isAlive(); // what is left of one that has moved ends with it
    }

    @Override
    public UniqueID id() {
        return body.id();
    }

    private Place placeHere() {
        Traits traits = body.traits();
        return new Place(host.messenger().self(), body.number(), traits.moves(), traits.bound());
    }

    @Override
    public Place place() {
        Route away = away();
        return away == null ? placeHere() : away.place();
    }

    @Override
    public Place locate() {
        Successor away = body.successor();
        if (away == null) {
            return placeHere();
        }
        away.awaitPassed();
        return away().locate();
    }

    @Override
    public void mark(Answer answer) {
        Arrival.mark(host, body, answer);
    }

    @Override
    public Object anchor() {
        return body.anchor();
    }

    @Override
    public LocalBody body() {
        Route away = away();
        return away == null ? body : away.body();
    }

    @Override
    public boolean equals(Object other) {
        if (other instanceof LocalRoute route) {
            return route.body == body || hasPast(route.body, body) && route.id().equals(id());
        }
        return other instanceof RemoteRoute remote && remote.id().equals(id());
    }

    private static boolean hasPast(LocalBody one, LocalBody other) {
        return one.traits().past() != null || other.traits().past() != null;
    }

    @Override
    public int hashCode() {
        Traits.Past past = body.traits().past();
        return Long.hashCode(past == null ? body.number() : past.id().number());
    }

    @Override
    public String toString() {
        return body.getName();
    }
}
