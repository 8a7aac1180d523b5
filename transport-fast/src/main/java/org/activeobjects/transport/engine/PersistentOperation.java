package org.activeobjects.transport.engine;

import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.Waiting;

import java.time.Duration;

/**
 * A send, a receive, or both as an exchange, with operations that are used in every round.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class PersistentOperation implements PersistentRequest {

    private final MatchedEndpoint endpoint;
    private final EndpointAddress other;
    private final int tag;
    private final int context;
    private final Slice source; // null for a receive
    private final Slice destination; // null for a send
    private final boolean isExchange;

    private Operation send;
    private Operation receive;
    private boolean isSending; // and not sent at once
    private boolean isActive;
    private boolean isClosed;
    private boolean hasReceived;

    PersistentOperation(
            MatchedEndpoint endpoint,
            EndpointAddress other,
            int tag,
            int context,
            Slice source,
            Slice destination) {
        this.endpoint = endpoint;
        this.other = other;
        this.tag = tag;
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.isExchange = source != null && destination != null;
        this.send = source == null ? null : fresh();
        this.receive = destination == null ? null : fresh();
    }

    private Operation fresh() {
        return Operation.forCaller(endpoint.station());
    }

    @Override
    public void start() {
        if (isClosed) {
            throw new IllegalStateException("a persistent request that is closed: " + this);
        }
        if (isActive) {
            throw new IllegalStateException(
                    "a round is under way already; await it before the next start: " + this);
        }
        endpoint.station().matcher().checkOpen();
        if (isExchange) {
            Arguments.checkExchange(source, destination);
            startBoth(endpoint.routes().peerOf(other));
        } else if (source != null) {
            sendOrStart(endpoint.routes().peerOf(other));
        } else {
            aimReceive();
            endpoint.station().matcher().receive(receive);
        }
        isActive = true;
        if (isSending && !send.isComplete() && send.peer().hasOutput()) {
            endpoint.station().progress().kick();
        }
    }

    /** In the order of {@link BlockingCalls#exchange}. */
    private void startBoth(Peer peer) {
        aimReceive();
        boolean isPostedFirst = BlockingCalls.isPostedFirst(peer, source);
        if (isPostedFirst) {
            endpoint.station().matcher().receive(receive);
        }
        try {
            sendOrStart(peer);
        } catch (RuntimeException | Error e) {
            BlockingCalls.takeBack(receive, isPostedFirst);
            receive = fresh();
            throw e;
        }
        if (!isPostedFirst) {
            endpoint.station().matcher().receive(receive);
        }
        if (isSending) {
            send.partnerIsPosted();
        }
    }

    /** Sends elements at once if they may go; what may not, or finds no room, is started. */
    private void sendOrStart(Peer peer) {
        int from = endpoint.station().id();
        if (BlockingCalls.mayGoAtOnce(peer, source)
                && peer.sendEager(from, other.id(), tag, context, source, flags())) {
            peer.flush();
        } else {
            startSend(peer);
        }
    }

    private void startSend(Peer peer) {
        send.clear();
        send.send(peer, other.id(), tag, context, source, flags());
        if (isExchange) {
            send.sendOf(receive);
        }
        endpoint.start(send, peer);
        isSending = true;
    }

    private int flags() {
        return isExchange ? Wire.FLAG_EXCHANGE : 0;
    }

    private void aimReceive() {
        receive.clear();
        endpoint.aimReceive(receive, other, tag, context, destination);
        if (isExchange) {
            receive.exact();
        }
    }

    @Override
    public void await() {
        boolean done = await(Long.MAX_VALUE);
        assert done;
    }

    @Override
    public void await(Duration timeout) {
        if (!await(Waiting.nanos(timeout))) {
            throw new TransportTimeoutException(
                    "not complete in time: timeout=" + timeout + " " + this);
        }
    }

    private boolean await(long timeoutNs) {
        if (!isActive) {
            throw new IllegalStateException("no round was started: " + this);
        }
        if (!isOver()) {
            endpoint.station().checkMayWait(this);
        }
        long start = timeoutNs == Long.MAX_VALUE ? 0 : System.nanoTime();
        boolean isOver = receive == null || receive.awaitCompletion(timeoutNs);
        withdrawIfFailed();
        if (isOver && isSending) {
            long spent = timeoutNs == Long.MAX_VALUE ? 0 : System.nanoTime() - start;
            isOver = send.awaitCompletion(timeoutNs - spent);
        }
        if (isOver) {
            finish();
        }
        return isOver;
    }

    /** The other side of an exchange that has failed here may never receive what is sent. */
    private void withdrawIfFailed() {
        boolean hasFailed = receive != null && receive.isComplete() && receive.failure() != null;
        if (hasFailed && isSending && !send.isComplete()) {
            var _ = send.withdraw(receive.failure());
        }
    }

    private void finish() {
        isActive = false;
        TransportException failure = receive == null ? null : receive.failure();
        hasReceived = receive != null && failure == null;
        if (failure != null) {
            receive = fresh(); // who has failed it may still know it
        }
        if (isSending) {
            isSending = false;
            TransportException sendFailure = send.failure();
            if (sendFailure != null) {
                send = fresh();
                receive = receive == null ? null : fresh(); // that send may just now end it, too
                failure = failure == null ? sendFailure : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public boolean test() {
        if (!isActive) {
            return true;
        }
        if (!isOver()) {
            endpoint.station().pollOnce();
            withdrawIfFailed();
        }
        return isOver();
    }

    private boolean isOver() {
        return (receive == null || receive.isComplete()) && (!isSending || send.isComplete());
    }

    @Override
    public boolean isActive() {
        return isActive;
    }

    @Override
    public Status status() {
        return hasReceived ? receive.status() : null;
    }

    @Override
    public void close() {
        if (isActive) {
            throw new IllegalStateException(
                    "a round is under way; await it before the request is closed: " + this);
        }
        isClosed = true;
    }

    private String kind() {
        if (isExchange) {
            return "exchange";
        }
        return source == null ? "receive" : "send";
    }

    @Override
    public String toString() {
        return "persistent %s with %s at %s tag=%s context=%s source=%s destination=%s %s"
                .formatted(
                        kind(),
                        other,
                        endpoint.address(),
                        tag,
                        context,
                        source,
                        destination,
                        isActive ? "active" : isClosed ? "closed" : "not active");
    }
}
