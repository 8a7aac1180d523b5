package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.internal.admission.Credits;
import org.activeobjects.internal.admission.Receipt;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.exception.Failures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.UnseenFailures;
import org.activeobjects.internal.immediate.ImmediateMethods;
import org.activeobjects.internal.immediate.ImmediateMethods.Mode;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.pending.Inquiry;
import org.activeobjects.internal.pending.RemotePromise;
import org.activeobjects.internal.remote.Arrival;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.remote.Wire;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Callee;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;

/** The way to an active object of another runtime, or to one that has come from there. */
public final class RemoteRoute implements Route, Callee {

    private final RuntimeHost host;
    private final String type;
    private Held held; // set anew only before there is a stub

    /**
     * To one active object.
     *
     * @param host runtime that calls
     * @param held the active object, and the way to it
     * @param type its class, for messages
     */
    public RemoteRoute(RuntimeHost host, Held held, Class<?> type) {
        this.host = host;
        this.held = held;
        this.type = Callee.nameOf(type);
    }

    @Override
    public UnseenFailures unseenFailures() {
        return host.unseenFailures();
    }

    @Override
    public Promise promise(StubMethod method) {
        return held.way().near() == null
                ? new RemotePromise(method, this)
                : new CopyingPromise(method, this, host.codec());
    }

    @Override
    public void send(StubMethod method, Object[] arguments, Promise promise, LocalBody sender) {
        send(Call.toOne(method, arguments), promise, sender);
    }

    @Override
    public void send(Call call, Promise promise, LocalBody sender) {
        if (sender != null) {
            held.calledBy(sender.number());
        }
        Held.Way way = held.settledWay();
        Credits used = null;
        while (needsCredit(way, call) && used == null) {
            var _ = call.encoded(host, way.place().runtime()); // or it fails now
            Credits credits = creditsFor(way.place());
            if (credits.tryUse()) {
                used = credits;
            } else if (servesAtOnce(way.place(), call.method())) {
                break;
            } else if (credits.use(call.method(), this)) {
                used = credits;
            } else {
                way = held.settledWay();
            }
        }
        if (way.near() != null) {
            new LocalRoute(host, way.near()).deliver(call, copying(call, promise), sender);
        } else {
            Receipt receipt;
            try {
                receipt = post(way, call, promise, sender, used != null);
            } catch (RuntimeException | Error e) {
                if (used != null) {
                    used.giveBack();
                }
                if (e instanceof PeerLostException loss) {
                    throw lost(call, loss);
                }
                throw e;
            }
            await(receipt, call);
        }
        if (held.hasLeft(way)) {
            Following.catchUp(host, way);
        }
    }

    private Receipt post(
            Held.Way way, Call call, Promise promise, LocalBody sender, boolean usesCredit) {
        if (promise == null && sender != null && Failures.hasHandler(sender, sender.target())) {
            host.export(sender); // so that it can be told if the call is lost
        }
        Receipt receipt = receiptOf(call);
        EncodedMessage message = call.encoded(host, way.place().runtime());
        if (held.hasEnded()) {
            throw ended("method", call.method().name());
        }
        byte[] head = message.head();
        Wire.flag(head, Wire.CREDIT, usesCredit);
        Wire.flag(head, Wire.ARRIVAL, receipt != null);
        Wire.flag(head, Wire.ONE_WAY, receipt != null && promise == null);
        post(way, message, promise, sender, receipt);
        return receipt;
    }

    private BodyTerminatedRequestException ended(String what, String called) {
        String end = " " + what + "=" + called + held.whyEnded();
        return new BodyTerminatedRequestException(
                "active object has been terminated: body="
                        + this
                        + end
                        + "; look it up again, or create another");
    }

    private PeerLostException lost(Call call, PeerLostException loss) {
        return new PeerLostException(
                loss.runtime(),
                "call not sent, its runtime is gone: call="
                        + naming(call.method().name())
                        + " reason="
                        + loss.getMessage()
                        + "; look the object up again where it is now, or create another one",
                loss.getCause()); // itself it would say the same once more
    }

    private Receipt receiptOf(Call call) {
        return call.awaitsArrival() || host.synchronousCalls().awaitsArrival()
                ? new Receipt(call.method(), this)
                : null;
    }

    /** Waits until the call is in the queue of its callee. */
    private void await(Receipt receipt, Call call) {
        if (receipt != null) {
            receipt.await(call.isPassedOn() ? 0 : host.synchronousCalls().limitMs());
            var _ = Inquiry.result(receipt);
        }
    }

    /** Asks whether the method was made immediate at run time, before anybody waits for room. */
    private boolean servesAtOnce(Place place, StubMethod method) {
        try {
            String signature = ImmediateMethods.signature(method);
            return (boolean)
                    host.messenger()
                            .ask(
                                    place.runtime(),
                                    SystemOps.SERVES_AT_ONCE,
                                    signature,
                                    place.number());
        } catch (ActiveObjectException e) {
            return false; // whoever waits for room learns why
        }
    }

    @Override
    public boolean hasRoom(StubMethod method, LocalBody sender) {
        Held.Way way = held.way();
        return way.near() != null
                ? new LocalRoute(host, way.near()).hasRoom(method, sender)
                : !needsCredit(way, method) || creditsFor(way.place()).hasRoom();
    }

    /** Whether the queue at the other end has a bound that counts for the call. */
    private boolean needsCredit(Held.Way way, Call call) {
        return !call.isPassedOn() && needsCredit(way, call.method());
    }

    private boolean needsCredit(Held.Way way, StubMethod method) {
        return way.place().bound() != null
                && way.near() == null
                && !held.hasEnded()
                && ImmediateMethods.declaredBy(method.tableClass()).modeOf(method) == Mode.QUEUED;
    }

    private Credits creditsFor(Place place) {
        return host.messenger()
                .admissions()
                .credits(place.runtime(), place.number(), place.bound());
    }

    /** What comes from a body of this runtime is copied, also if that has just come here. */
    private Promise copying(Call call, Promise promise) {
        if (promise == null || promise instanceof CopyingPromise) {
            return promise;
        }
        Promise own = new CopyingPromise(call.method(), this, host.codec());
        own.forwardTo(promise);
        return own;
    }

    private void post(
            Held.Way way,
            EncodedMessage message,
            Promise promise,
            LocalBody sender,
            Receipt receipt) {
        Place place = way.place();
        byte[] head = message.head();
        Wire.callee(head, place.number());
        Wire.sender(head, sender == null ? 0 : sender.number());
        host.messenger()
                .post(place.runtime(), Wire.stream(place.number()), message, promise, receipt);
    }

    @Override
    public Promise callExtension(String extension, Object argument, LocalBody sender) {
        Held.Way way = held.settledWay();
        if (way.near() != null) {
            return new LocalRoute(host, way.near()).callExtension(extension, argument, sender);
        }
        if (held.hasEnded()) {
            throw ended("extension", extension);
        }
        EncodedMessage message = host.messenger().newMessage(way.place().runtime());
        host.codec().encode(message, new Object[] {extension, argument}, "extension " + extension);
        Wire.kind(message.head(), Wire.EXTENSION, (byte) 0, (byte) 0);
        Promise promise = new Promise(Object.class, "extension " + extension + " of " + this);
        post(way, message, promise, sender, null);
        return promise;
    }

    @Override
    public void terminate(boolean immediate) {
        if (held.hasEnded()) {
            return;
        }
        Held.Way way = immediate ? held.way() : held.settledWay();
        if (way.near() != null) {
            Arrival.terminate(way.near(), immediate, () -> host.idOf(0));
            return;
        }
        EncodedMessage message = host.messenger().newMessage();
        Wire.kind(message.head(), Wire.TERMINATE, immediate ? Wire.IMMEDIATE : (byte) 0, (byte) 0);
        post(way, message, null, null, null);
    }

    @Override
    public boolean hasEnded() {
        LocalBody near = held.way().near();
        return near == null ? held.isGone() : !near.isAlive();
    }

    @Override
    public boolean ping() {
        Held.Way way = held.settledWay();
        return way.near() != null
                ? new LocalRoute(host, way.near()).ping()
                : ask(SystemOps.PING, way.place());
    }

    @Override
    public boolean takesCalls() {
        Held.Way way = held.settledWay();
        return way.near() != null
                ? new LocalRoute(host, way.near()).takesCalls()
                : !held.isGone() && ask(SystemOps.TAKES_CALLS, way.place());
    }

    private boolean ask(byte op, Place place) {
        try {
            return (boolean) host.messenger().ask(place.runtime(), op, "", place.number());
        } catch (TransportException | FutureMonitoringPingFailureException e) {
            return false; // gone before the question has left, or since
        }
    }

    @Override
    public UniqueID id() {
        return held.id();
    }

    @Override
    public Place place() {
        return held.way().place();
    }

    @Override
    public Place locate() {
        Reference found = Following.find(host, held.settledWay());
        var _ = Following.enter(host, found); // or who asks could not send anything there
        Following.follow(host, held, found);
        return found.place();
    }

    @Override
    public void mark(Answer answer) {
        Following.mark(host, held.settledWay(), answer);
    }

    /** Before there is a stub, nothing keeps the entry: another may have taken its place. */
    @Override
    public Object anchor() {
        Object anchor = host.leases().anchor(held);
        Held listed = host.leases().known(held.id());
        if (listed != null) { // as it is for as long as there is the anchor, unless it is lost
            held = listed;
        }
        return anchor;
    }

    @Override
    public LocalBody body() {
        LocalBody near = held.way().near();
        return near != null && near.successor() == null ? near : null;
    }

    @Override
    public String naming(String method) {
        return named("." + method);
    }

    /** By the number that it has where it is, as its runtime names it. */
    private String named(String method) {
        Place place = held.way().place();
        return type + "#" + place.number() + method + " of " + host.nameOf(place.runtime());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Route route && route.id().equals(held.id());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(held.id().number());
    }

    @Override
    public String toString() {
        return named("");
    }
}
