package org.activeobjects.transport.matching;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.progress.Watches;
import org.activeobjects.transport.spi.DirectLane;

import java.util.Objects;

/** An endpoint: what users call, in terms of {@link Matcher} and {@link Peer}. */
final class MatchedEndpoint implements Endpoint {

    private static final int ROUTES = 64;

    private final Engine engine;
    private final EndpointAddress address;
    private final Matcher matcher;
    private final Operations operations;
    private final Route[] routes = new Route[ROUTES];
    private final Watches watches;

    /** Where an address leads; found by the identity of the address first. */
    private record Route(EndpointAddress address, Peer peer) {}

    MatchedEndpoint(Engine engine, int id) {
        this.engine = engine;
        this.address = new EndpointAddress(engine.self().id(), id);
        this.matcher = new Matcher(this);
        this.operations = new Operations(this);
        this.watches = new Watches(engine.progress());
    }

    int id() {
        return address.id();
    }

    Engine engine() {
        return engine;
    }

    Progress progress() {
        return engine.progress();
    }

    Matcher matcher() {
        return matcher;
    }

    @Override
    public EndpointAddress address() {
        return address;
    }

    /** The connected peer behind an address. */
    private Peer peerOf(EndpointAddress other) {
        Peer peer = route(other);
        if (!peer.isOpen() && !peer.isSelf()) {
            engine.connect(peer);
        }
        return peer;
    }

    /** As above, but a peer that is gone may have left messages. */
    private Peer sourceOf(EndpointAddress source) {
        Peer peer = route(source);
        if (!peer.isOpen() && !peer.isSelf() && peer.loss() == null) {
            engine.connect(peer);
        }
        return peer;
    }

    @SuppressWarnings("ReferenceEquality") // quicker, and another address of the same is found too
    private Peer route(EndpointAddress other) {
        int slot = (int) other.runtime().low() + other.id() & ROUTES - 1;
        Route route = routes[slot];
        if (route == null || route.address != other) {
            route = new Route(other, engine.peer(other.runtime()));
            routes[slot] = route;
        }
        return route.peer;
    }

    @Override
    public Request isend(EndpointAddress destination, int tag, int context, Slice source) {
        return startSend(destination, tag, context, source, false);
    }

    @Override
    public Request issend(EndpointAddress destination, int tag, int context, Slice source) {
        return startSend(destination, tag, context, source, true);
    }

    private Operation startSend(
            EndpointAddress destination, int tag, int context, Slice source, boolean isSync) {
        checkTag(tag);
        matcher.checkOpen();
        Operation op = new Operation(this);
        op.send(peerOf(destination), destination.id(), tag, context, source);
        op.isSynchronous = isSync;
        operations.started(op);
        start(op);
        if (!op.isComplete() && op.peer.hasOutput()) {
            progress().kick();
        }
        return op;
    }

    private void start(Operation send) {
        if (send.peer.isSelf()) {
            matcher.sendLocally(send);
        } else {
            send.peer.start(send);
        }
    }

    @Override
    public Request irecv(EndpointAddress source, int tag, int context, Slice destination) {
        matcher.checkOpen();
        Operation op = new Operation(this);
        aimReceive(op, source, tag, context, destination);
        operations.started(op);
        matcher.receive(op);
        if (!op.isComplete() && op.handle != DirectLane.NOTHING) {
            progress().kick(); // it is to be read while the caller computes
        }
        return op;
    }

    private void aimReceive(
            Operation op, EndpointAddress source, int tag, int context, Slice destination) {
        if (tag != ANY_TAG) {
            checkTag(tag);
        }
        Objects.requireNonNull(destination, "destination");
        boolean isAny = source.id() == EndpointAddress.ANY_SOURCE.id();
        op.receive(isAny ? null : sourceOf(source), source.id(), tag, context, destination);
    }

    private static void checkTag(int tag) {
        if (tag < 0) {
            throw new IllegalArgumentException("a tag is 0 or more: tag=" + tag);
        }
    }

    @Override
    public void send(EndpointAddress destination, int tag, int context, Slice source) {
        checkTag(tag);
        Peer peer = peerOf(destination);
        if (!peer.isSelf()
                && peer.output().sendEager(id(), destination.id(), tag, context, source)) {
            matcher.checkOpen();
            return;
        }
        sendAndWait(peer, destination.id(), tag, context, source, false);
    }

    @Override
    public void ssend(EndpointAddress destination, int tag, int context, Slice source) {
        checkTag(tag);
        sendAndWait(peerOf(destination), destination.id(), tag, context, source, true);
    }

    private void sendAndWait(
            Peer peer, int endpoint, int tag, int context, Slice source, boolean isSync) {
        Operation op = lease().send(peer, endpoint, tag, context, source);
        op.isSynchronous = isSync;
        start(op);
        progress().await(op, Long.MAX_VALUE);
        finish(op);
    }

    private Operation lease() {
        matcher.checkOpen();
        return operations.lease();
    }

    /** Throws the failure of a leased operation, or gives it back. */
    private void finish(Operation op) {
        TransportException failure = op.failure();
        if (failure != null) {
            throw failure; // who failed it may still know it: it is not used again
        }
        operations.giveBack(op);
    }

    @Override
    public Status recv(EndpointAddress source, int tag, int context, Slice destination) {
        Operation op = lease();
        aimReceive(op, source, tag, context, destination);
        matcher.receive(op);
        progress().await(op, Long.MAX_VALUE);
        Status status = op.failure() == null ? op.status() : null;
        finish(op);
        return status;
    }

    @Override
    public void exchange(
            EndpointAddress other, int tag, int context, Slice source, Slice destination) {
        checkTag(tag);
        if (source.type() != destination.type()
                || source.byteLength() != destination.byteLength()) {
            throw new IllegalArgumentException(
                    "an exchange sends as much as it receives: source="
                            + source
                            + " destination="
                            + destination);
        }
        Peer peer = peerOf(other);
        // Sent first: what follows then overlaps with its way. What comes early is unexpected.
        Operation send = null;
        if (peer.isSelf() || !peer.output().sendEager(id(), other.id(), tag, context, source)) {
            send = lease().send(peer, other.id(), tag, context, source);
            start(send);
        }
        Operation receive = lease();
        receive.receive(peer, other.id(), tag, context, destination);
        receive.isExact = true;
        matcher.receive(receive);
        progress().await(receive, Long.MAX_VALUE);
        if (send != null) {
            progress().await(send, Long.MAX_VALUE);
            if (receive.failure() == null) {
                finish(send);
            }
        }
        finish(receive);
    }

    @Override
    public Status iprobe(EndpointAddress source, int tag, int context) {
        Operation pattern = lease();
        aimReceive(pattern, source, tag, context, Slice.EMPTY);
        Status found = matcher.find(pattern);
        if (found == null) {
            progress().pollOnce();
            found = matcher.find(pattern);
        }
        operations.giveBack(pattern);
        return found;
    }

    @Override
    public Status probe(EndpointAddress source, int tag, int context) {
        Operation pattern = new Operation(this);
        aimReceive(pattern, source, tag, context, Slice.EMPTY);
        watches.await(
                "probe " + pattern,
                () -> matcher.find(pattern) != null || isDead(pattern),
                Long.MAX_VALUE);
        Status found = matcher.find(pattern);
        if (found == null) {
            throw matcher.whyNever(pattern);
        }
        return found;
    }

    private boolean isDead(Operation pattern) {
        return matcher.whyNever(pattern) != null;
    }

    @Override
    public int awaitAny(Request... requests) {
        if (requests.length == 0) {
            throw new IllegalArgumentException("awaitAny needs at least one request: requests=0");
        }
        watches.await(
                "awaitAny of " + requests.length,
                () -> firstComplete(requests) >= 0,
                Long.MAX_VALUE);
        return firstComplete(requests);
    }

    private static int firstComplete(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (((Operation) requests[i]).isComplete()) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Request peek() {
        Operation[] found = new Operation[1];
        watches.await(
                "peek",
                () -> {
                    found[0] = found[0] == null ? operations.takeComplete() : found[0];
                    return found[0] != null || matcher.isClosed();
                },
                Long.MAX_VALUE);
        if (found[0] == null) {
            throw new TransportClosedException("the endpoint was closed: endpoint=" + address);
        }
        return found[0];
    }

    /** Something has changed that a watch may wait for. */
    void onComplete() {
        watches.poke();
    }

    void reported(Operation op) {
        operations.reported(op);
    }

    boolean cancel(Operation op) {
        return matcher.cancel(op);
    }

    @Override
    public void close() {
        close(new TransportClosedException("the endpoint was closed: endpoint=" + address));
    }

    void close(TransportClosedException why) {
        engine.forget(this);
        matcher.close(why);
        for (Peer peer : engine.peers()) {
            for (Operation op : peer.abandon(this)) {
                op.fail(new TransportClosedException(why.getMessage()));
            }
        }
        onComplete();
    }

    @Override
    public String toString() {
        return "endpoint " + address;
    }
}
