package org.activeobjects.transport.engine;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.diagnosis.Awaited;
import org.activeobjects.transport.diagnosis.MessageQueue;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.matching.LocalMessages;
import org.activeobjects.transport.matching.Matcher;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Operations;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.object.ObjectCodec;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.Waiting;
import org.activeobjects.transport.spi.DirectLane;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** An endpoint: what users call, in terms of {@link Matcher} and {@link Peer}. */
final class MatchedEndpoint implements Endpoint, MessageQueue {

    /** How long a thread that peeks may overlook an operation that was complete at its start. */
    private static final long PEEK_NS = 20_000_000;

    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final Engine engine;
    private final Station station;
    private final Matcher matcher;
    private final Operations operations;
    private final Routes routes;
    private final BlockingCalls calls;
    private final Probes probes;

    MatchedEndpoint(Engine engine, Station station) {
        this.engine = engine;
        this.station = station;
        this.matcher = station.matcher();
        this.operations = station.operations();
        this.routes = new Routes(engine, station.misfits());
        this.calls = new BlockingCalls(this);
        this.probes = new Probes(this);
        station.belongTo(this);
    }

    Station station() {
        return station;
    }

    @Override
    public EndpointAddress address() {
        return station.address();
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
        Arguments.checkTag(tag);
        Arguments.requireSource(source);
        matcher.checkOpen();
        Operation op = new Operation(station);
        Peer peer = routes.peerOf(destination);
        op.send(peer, destination.id(), tag, context, source, flags);
        if (isSync) {
            op.synchronous();
        } else if (!peer.isSelf() && goesAtOnce(op, peer)) {
            op.completeForCaller();
            operations.started(op);
            station.onComplete(); // another thread may peek
            return op;
        }
        operations.started(op);
        start(op, peer);
        if (!op.isComplete() && peer.hasOutput()) {
            station.progress().kick();
        }
        return op;
    }

    private boolean goesAtOnce(Operation send, Peer peer) {
        try {
            return peer.sendEager(
                    station.id(),
                    send.peerEndpoint(),
                    send.tag(),
                    send.context(),
                    send.slice(),
                    send.flags());
        } catch (RuntimeException | Error e) {
            send.letGo();
            throw e;
        }
    }

    /** If it throws, nothing is kept for the send. */
    void start(Operation send, Peer peer) {
        if (peer.isSelf()) {
            LocalMessages.send(send);
        } else {
            peer.start(send);
        }
    }

    @Override
    public Request irecv(EndpointAddress source, int tag, int context, Slice destination) {
        return startReceive(source, tag, context, destination, -1);
    }

    private Operation startReceive(
            EndpointAddress source, int tag, int context, Slice destination, int objectLimit) {
        matcher.checkOpen();
        Operation op = new Operation(station);
        aimReceive(op, source, tag, context, destination);
        if (objectLimit >= 0) {
            op.ofObject(objectLimit);
        }
        return startReceive(op);
    }

    Operation startReceive(Operation op) {
        operations.started(op);
        matcher.receive(op);
        if (!op.isComplete() && op.handle() != DirectLane.NOTHING) {
            station.progress().kick(); // it is to be read while the caller computes
        }
        return op;
    }

    @Override
    public Request isendObject(EndpointAddress destination, int tag, int context, Object object) {
        Slice bytes = Slice.of(station.encode(object));
        return startSend(destination, tag, context, bytes, false, Wire.FLAG_OBJECT);
    }

    @Override
    public Request irecvObject(EndpointAddress source, int tag, int context) {
        return startReceive(source, tag, context, Slice.EMPTY, station.longestObject());
    }

    @Override
    public void sendObject(EndpointAddress destination, int tag, int context, Object object) {
        Arguments.checkTag(tag);
        Slice bytes = Slice.of(station.encode(object));
        Peer peer = routes.peerOf(destination);
        calls.send(peer, destination.id(), tag, context, bytes, Wire.FLAG_OBJECT);
    }

    @Override
    public Object recvObject(EndpointAddress source, int tag, int context) {
        matcher.checkOpen();
        Operation op = Operation.forCaller(station);
        aimReceive(op, source, tag, context, Slice.EMPTY);
        op.ofObject(station.longestObject());
        calls.receive(op);
        if (op.failure() != null) {
            throw op.failure();
        }
        return op.object();
    }

    @Override
    public void useCodec(ObjectCodec newCodec) {
        station.codec(Objects.requireNonNull(newCodec, "the codec of an endpoint is null"));
    }

    @Override
    public PersistentRequest sendInit(
            EndpointAddress destination, int tag, int context, Slice source) {
        Routes.requireOne(destination);
        Arguments.checkTag(tag);
        Arguments.requireSource(source);
        return new PersistentOperation(this, destination, tag, context, source, null);
    }

    @Override
    public PersistentRequest recvInit(
            EndpointAddress source, int tag, int context, Slice destination) {
        var _ = Routes.isAny(source);
        Arguments.checkTagOrAny(tag);
        Arguments.requireRoom(destination);
        return new PersistentOperation(this, source, tag, context, null, destination);
    }

    @Override
    public PersistentRequest exchangeInit(
            EndpointAddress peer, int tag, int context, Slice source, Slice destination) {
        Routes.requireOne(peer);
        Arguments.checkTag(tag);
        Arguments.checkExchange(source, destination);
        return new PersistentOperation(this, peer, tag, context, source, destination);
    }

    void aimReceive(Operation op, EndpointAddress source, int tag, int context, Slice destination) {
        Arguments.checkTagOrAny(tag);
        Arguments.requireRoom(destination);
        boolean isAny = Routes.isAny(source);
        if (isAny) {
            station.misfits().check(null, 0);
        }
        op.receive(isAny ? null : routes.sourceOf(source), source.id(), tag, context, destination);
        if (station.comparesTags(context)) {
            op.compareTag();
        }
    }

    @Override
    public void send(EndpointAddress destination, int tag, int context, Slice source) {
        Arguments.checkTag(tag);
        Arguments.requireSource(source);
        calls.send(routes.peerOf(destination), destination.id(), tag, context, source, 0);
    }

    @Override
    public void ssend(EndpointAddress destination, int tag, int context, Slice source) {
        Arguments.checkTag(tag);
        Arguments.requireSource(source);
        calls.ssend(routes.peerOf(destination), destination.id(), tag, context, source);
    }

    @Override
    public Status recv(EndpointAddress source, int tag, int context, Slice destination) {
        return calls.recv(source, tag, context, destination);
    }

    @Override
    public void exchange(
            EndpointAddress other, int tag, int context, Slice source, Slice destination) {
        Arguments.checkTag(tag);
        Arguments.checkExchange(source, destination);
        calls.exchange(routes.peerOf(other), other.id(), tag, context, source, destination);
    }

    @Override
    public Status iprobe(EndpointAddress source, int tag, int context) {
        return probes.find(source, tag, context);
    }

    @Override
    public Status probe(EndpointAddress source, int tag, int context) {
        return probes.await(source, tag, context, FOR_EVER);
    }

    @Override
    public Status probe(EndpointAddress source, int tag, int context, Duration timeout) {
        return probes.await(source, tag, context, timeout);
    }

    @Override
    public Message improbe(EndpointAddress source, int tag, int context) {
        return probes.take(source, tag, context);
    }

    @Override
    public Message mprobe(EndpointAddress source, int tag, int context, Duration timeout) {
        return probes.awaitAndTake(source, tag, context, timeout);
    }

    @Override
    public List<Status> unreceived() {
        return matcher.unreceived();
    }

    boolean watch(Object what, BooleanSupplier condition, long timeoutNs) {
        boolean isOver = condition.getAsBoolean();
        if (!isOver) {
            station.checkMayWait(what);
        }
        return isOver && station.isInHandler()
                || engine.stations().watches().await(what, condition, timeoutNs);
    }

    @Override
    public void awaitAll(Request... requests) {
        SeveralRequests.awaitAll(requests);
    }

    @Override
    public int awaitAny(Request... requests) {
        return awaitAny(FOR_EVER, requests);
    }

    @Override
    public int awaitAny(Duration timeout, Request... requests) {
        SeveralRequests.checkAny(requests, station.progress());
        Awaited what = new Awaited("awaitAny of", Arrays.asList(requests));
        BooleanSupplier isOver = () -> SeveralRequests.firstComplete(requests) >= 0;
        if (!watch(what, isOver, Waiting.nanos(timeout))) {
            throw new TransportTimeoutException(
                    "none complete in time: timeout=" + timeout + " operation=" + what);
        }
        return SeveralRequests.firstComplete(requests);
    }

    @Override
    public Request peek() {
        Operation[] found = new Operation[1];
        BooleanSupplier isThere =
                () -> {
                    found[0] = found[0] == null ? operations.takeComplete() : found[0];
                    return found[0] != null || matcher.isClosed();
                };
        // A send that is complete at once has no fence before it looks who peeks.
        boolean isOver;
        do {
            isOver = watch("peek", isThere, PEEK_NS);
        } while (!isOver);
        if (found[0] == null) {
            throw whyClosed();
        }
        return found[0];
    }

    @Override
    public void compareTags(int context) {
        station.compareTags(context);
    }

    @Override
    public void close() {
        engine.close(station, whyClosed(), "");
    }

    @Override
    public void close(String reason) {
        Objects.requireNonNull(reason, "the reason why an endpoint is closed is null");
        engine.close(
                station,
                new TransportClosedException(
                        "the endpoint was closed: endpoint=" + address() + " reason=" + reason),
                reason);
    }

    private TransportClosedException whyClosed() {
        return new TransportClosedException("the endpoint is closed: endpoint=" + address());
    }

    @Override
    public String toString() {
        return "endpoint " + address();
    }
}
