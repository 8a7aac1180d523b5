package org.activeobjects.transport.matching;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.object.ObjectCodec;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.transfer.LateMisfits;
import org.activeobjects.transport.transfer.RecentStatuses;

import java.util.Arrays;
import java.util.Objects;

/** An endpoint: what users call, in terms of {@link Matcher} and {@link Peer}. */
final class MatchedEndpoint implements Endpoint {

    private final Engine engine;
    private final EndpointAddress address;
    private final Matcher matcher;
    final RecentStatuses statuses = new RecentStatuses();
    private final Operations operations;
    private final Routes routes;
    private volatile ObjectCodec codec;

    MatchedEndpoint(Engine engine, int id) {
        this.engine = engine;
        this.address = new EndpointAddress(engine.self().id(), id);
        this.matcher = new Matcher(this);
        this.operations = new Operations(this);
        this.routes = new Routes(engine);
        this.codec = engine.settings().codec();
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

    /** What it is told of messages that did not fit when their sends were complete. */
    LateMisfits misfits() {
        return routes.misfits();
    }

    ObjectCodec codec() {
        return codec;
    }

    @Override
    public EndpointAddress address() {
        return address;
    }

    Routes routes() {
        return routes;
    }

    @Override
    public Request isend(EndpointAddress destination, int tag, int context, Slice source) {
        return startSend(destination, tag, context, source, false, 0);
    }

    @Override
    public Request issend(EndpointAddress destination, int tag, int context, Slice source) {
        return startSend(destination, tag, context, source, true, 0);
    }

    private Operation startSend(
            EndpointAddress destination,
            int tag,
            int context,
            Slice source,
            boolean isSync,
            int flags) {
        checkTag(tag);
        matcher.checkOpen();
        Operation op = new Operation(this);
        op.send(routes.peerOf(destination), destination.id(), tag, context, source);
        op.isSynchronous = isSync;
        op.flags = flags;
        if (!isSync
                && !op.peer.isSelf()
                && op.peer.output().sendEager(id(), op.peerEndpoint, tag, context, source, flags)) {
            op.completeForCaller();
            operations.started(op);
            return op;
        }
        operations.started(op);
        start(op);
        if (!op.isComplete() && op.peer.hasOutput()) {
            progress().kick();
        }
        return op;
    }

    void start(Operation send) {
        if (send.peer.isSelf()) {
            matcher.sendLocally(send);
        } else {
            send.peer.start(send);
        }
    }

    @Override
    public Request irecv(EndpointAddress source, int tag, int context, Slice destination) {
        return startReceive(source, tag, context, destination, -1);
    }

    private Operation startReceive(
            EndpointAddress source, int tag, int context, Slice destination, int objectLimit) {
        matcher.checkOpen();
        Operation op = new Operation(this);
        aimReceive(op, source, tag, context, destination);
        op.objectLimit = objectLimit;
        operations.started(op);
        matcher.receive(op);
        if (!op.isComplete() && op.handle != DirectLane.NOTHING) {
            progress().kick(); // it is to be read while the caller computes
        }
        return op;
    }

    @Override
    public Request isendObject(EndpointAddress destination, int tag, int context, Object object) {
        Slice bytes = Slice.of(codec.encode(object));
        return startSend(destination, tag, context, bytes, false, Wire.FLAG_OBJECT);
    }

    @Override
    public Request irecvObject(EndpointAddress source, int tag, int context) {
        return startReceive(source, tag, context, Slice.EMPTY, codec.maxLength());
    }

    @Override
    public void useCodec(ObjectCodec newCodec) {
        codec = Objects.requireNonNull(newCodec, "codec");
    }

    @Override
    public PersistentRequest sendInit(
            EndpointAddress destination, int tag, int context, Slice source) {
        checkTag(tag);
        Objects.requireNonNull(source, "source");
        return new PersistentOperation(this, destination, tag, context, source, null);
    }

    @Override
    public PersistentRequest recvInit(
            EndpointAddress source, int tag, int context, Slice destination) {
        Objects.requireNonNull(destination, "destination");
        return new PersistentOperation(this, source, tag, context, null, destination);
    }

    @Override
    public PersistentRequest exchangeInit(
            EndpointAddress peer, int tag, int context, Slice source, Slice destination) {
        checkTag(tag);
        checkExchange(source, destination);
        return new PersistentOperation(this, peer, tag, context, source, destination);
    }

    void aimReceive(Operation op, EndpointAddress source, int tag, int context, Slice destination) {
        if (tag != ANY_TAG) {
            checkTag(tag);
        }
        Objects.requireNonNull(destination, "destination");
        boolean isAny = source.id() == EndpointAddress.ANY_SOURCE.id();
        if (isAny) {
            routes.misfits().check(null, -1);
        }
        op.receive(isAny ? null : routes.sourceOf(source), source.id(), tag, context, destination);
    }

    private static void checkTag(int tag) {
        if (tag < 0) {
            throw new IllegalArgumentException("a tag is 0 or more: tag=" + tag);
        }
    }

    @Override
    public void send(EndpointAddress destination, int tag, int context, Slice source) {
        checkTag(tag);
        Peer peer = routes.peerOf(destination);
        if (mayGoAtOnce(peer, source)
                && peer.output().sendEager(id(), destination.id(), tag, context, source, 0)) {
            matcher.checkOpen();
            return;
        }
        sendAndWait(peer, destination.id(), tag, context, source, false);
    }

    /** Whether a send needs no operation; one that must hold a registered buffer does. */
    private static boolean mayGoAtOnce(Peer peer, Slice source) {
        return !peer.isSelf() && source.view() == null;
    }

    @Override
    public void ssend(EndpointAddress destination, int tag, int context, Slice source) {
        checkTag(tag);
        sendAndWait(routes.peerOf(destination), destination.id(), tag, context, source, true);
    }

    private void sendAndWait(
            Peer peer, int endpoint, int tag, int context, Slice source, boolean isSync) {
        Operation op = lease().send(peer, endpoint, tag, context, source);
        op.isSynchronous = isSync;
        start(op);
        op.awaitCompletion(Long.MAX_VALUE);
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
        op.awaitCompletion(Long.MAX_VALUE);
        Status status = op.failure() == null ? op.status() : null;
        finish(op);
        return status;
    }

    @Override
    public void exchange(
            EndpointAddress other, int tag, int context, Slice source, Slice destination) {
        checkTag(tag);
        checkExchange(source, destination);
        Peer peer = routes.peerOf(other);
        // Sent first: what follows then overlaps with its way. What comes early is unexpected.
        Operation send = null;
        if (!mayGoAtOnce(peer, source)
                || !peer.output()
                        .sendEager(id(), other.id(), tag, context, source, Wire.FLAG_EXCHANGE)) {
            send = lease().send(peer, other.id(), tag, context, source);
            send.flags = Wire.FLAG_EXCHANGE;
            start(send);
        }
        Operation receive = lease();
        receive.receive(peer, other.id(), tag, context, destination);
        receive.isExact = true;
        matcher.receive(receive);
        receive.awaitCompletion(Long.MAX_VALUE);
        if (send != null) {
            send.awaitCompletion(Long.MAX_VALUE);
            if (receive.failure() == null) {
                finish(send);
            }
        }
        finish(receive);
    }

    static void checkExchange(Slice source, Slice destination) {
        if (source.type() != destination.type()
                || source.byteLength() != destination.byteLength()) {
            throw new IllegalArgumentException(
                    "an exchange sends as much as it receives: source="
                            + source
                            + " destination="
                            + destination);
        }
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
        engine.watches()
                .await(
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
        if (Arrays.stream(requests).allMatch(Objects::isNull)) {
            throw new IllegalArgumentException(
                    "awaitAny needs at least one request: requests=" + requests.length);
        }
        engine.watches()
                .await(
                        "awaitAny of " + Arrays.toString(requests),
                        () -> firstComplete(requests) >= 0,
                        Long.MAX_VALUE);
        return firstComplete(requests);
    }

    private static int firstComplete(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] instanceof Operation op && op.isComplete()) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Request peek() {
        Operation[] found = new Operation[1];
        engine.watches()
                .await(
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
        engine.watches().poke();
    }

    void reported(Operation op) {
        operations.reported(op);
        if (op.isSend) {
            op.peer.output().flush(); // it was complete before it had left
        }
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
