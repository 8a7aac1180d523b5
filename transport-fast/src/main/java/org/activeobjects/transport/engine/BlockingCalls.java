package org.activeobjects.transport.engine;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.LocalMessages;
import org.activeobjects.transport.matching.Matcher;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Operations;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.transfer.Transfer;

/**
 * The calls of one endpoint that wait: with operations that are used again and again, or without
 * any, so that they allocate nothing.
 *
 * <p><b>Threading:</b> safe.
 */
final class BlockingCalls {

    private final MatchedEndpoint endpoint;
    private final Station station;
    private final Matcher matcher;
    private final Operations operations;

    BlockingCalls(MatchedEndpoint endpoint) {
        this.endpoint = endpoint;
        this.station = endpoint.station();
        this.matcher = station.matcher();
        this.operations = station.operations();
    }

    void send(Peer peer, int to, int tag, int context, Slice source, int flags) {
        matcher.checkOpen();
        if (mayGoAtOnce(peer, source)
                && peer.sendEager(station.id(), to, tag, context, source, flags)) {
            return;
        }
        sendAndWait(peer, to, tag, context, source, flags, false);
    }

    /** Whether a send needs no operation; one that must hold a registered buffer does. */
    static boolean mayGoAtOnce(Peer peer, Slice source) {
        return !peer.isSelf() && !Transfer.isToBeHeld(source);
    }

    /**
     * Whether an exchange posts its receive before it sends: locks that are taken after the send
     * would wait until what it has written has come from the other core. Within one runtime what is
     * short is then copied once, by who comes second; what is long is announced first, so that each
     * side copies what it receives, and what it writes to stays in its cache.
     */
    static boolean isPostedFirst(Peer peer, Slice source) {
        return peer.isSelf()
                ? source.byteLength() <= LocalMessages.EAGER
                : mayGoAtOnce(peer, source);
    }

    void ssend(Peer peer, int to, int tag, int context, Slice source) {
        sendAndWait(peer, to, tag, context, source, 0, true);
    }

    private void sendAndWait(
            Peer peer, int to, int tag, int context, Slice source, int flags, boolean isSync) {
        checkMayWait(isSync ? "ssend" : "send", peer, to, source);
        Operation op = leaseSend();
        op.send(peer, to, tag, context, source, flags);
        op.blocking();
        if (isSync) {
            op.synchronous();
        }
        endpoint.start(op, peer);
        op.awaitCompletion(Long.MAX_VALUE);
        finish(op);
    }

    private Operation lease() {
        matcher.checkOpen();
        return operations.lease();
    }

    private Operation leaseSend() {
        matcher.checkOpen();
        return operations.leaseSend();
    }

    /** Throws the failure of a leased operation, or gives it back. */
    private void finish(Operation op) {
        TransportException failure = op.failure();
        if (failure != null) {
            throw failure; // who failed it may still know it: it is not used again
        }
        operations.giveBack(op);
    }

    /**
     * Lets pass who may wait, before anything is begun: it would go on from elements, or into room,
     * that the caller takes for its own again.
     */
    private void checkMayWait(String call, Peer peer, int other, Slice elements) {
        if (mustNotWait()) {
            throw refusal("%s of %s with %s".formatted(call, elements, peer.name(other)));
        }
    }

    /**
     * Whether the calling thread runs a handler: one that moves the links, one of a link's own,
     * which never is the owner of operations, or any that sends to its own runtime.
     */
    private boolean mustNotWait() {
        return station.progress().isPolling()
                || (operations.isOwner() ? station.isInHandlerOfCaller() : station.isInHandler());
    }

    private static IllegalStateException refusal(Object what) {
        return new IllegalStateException(
                "a message handler must not wait: call="
                        + what
                        + "; nothing was begun, start it without waiting or hand it to a thread");
    }

    Status recv(EndpointAddress source, int tag, int context, Slice destination) {
        Operation op = lease();
        endpoint.aimReceive(op, source, tag, context, destination);
        receive(op);
        Status status = op.failure() == null ? op.status() : null;
        finish(op);
        return status;
    }

    /** Posts a receive and waits for it; in a handler only one whose message is here whole. */
    void receive(Operation op) {
        if (!mustNotWait()) {
            matcher.receive(op);
            op.awaitCompletion(Long.MAX_VALUE);
        } else if (!matcher.tryReceive(op)) {
            IllegalStateException refusal = refusal(op);
            op.completeForCaller(); // lets go of what it holds; nobody else knows it
            throw refusal;
        }
    }

    void exchange(Peer peer, int with, int tag, int context, Slice source, Slice destination) {
        checkMayWait("exchange", peer, with, source);
        Operation receive = lease();
        aim(receive, peer, with, tag, context, destination);
        boolean isPostedFirst = isPostedFirst(peer, source);
        if (isPostedFirst) {
            matcher.receive(receive);
        }
        Operation send = sendOrStart(peer, with, tag, context, source, receive, isPostedFirst);
        if (!isPostedFirst) {
            matcher.receive(receive);
        }
        if (send != null) {
            send.partnerIsPosted();
        }
        receive.awaitCompletion(Long.MAX_VALUE);
        TransportException failure = receive.failure();
        if (send != null && failure == null) {
            send.awaitCompletion(Long.MAX_VALUE);
            finish(send);
        } else if (send != null) {
            awaitOrWithdraw(send, failure);
        }
        finish(receive);
    }

    private void aim(
            Operation receive, Peer peer, int with, int tag, int context, Slice destination) {
        receive.receive(peer, with, tag, context, destination);
        receive.exact();
        if (station.comparesTags(context)) {
            receive.compareTag();
        }
    }

    /** Sends what is exchanged; null if it has left. If it cannot be read, nothing is received. */
    private Operation sendOrStart(
            Peer peer,
            int to,
            int tag,
            int context,
            Slice source,
            Operation receive,
            boolean isPosted) {
        try {
            int flags = Wire.FLAG_EXCHANGE;
            boolean hasLeft =
                    mayGoAtOnce(peer, source)
                            && peer.sendEager(station.id(), to, tag, context, source, flags);
            return hasLeft ? null : startSend(peer, to, tag, context, source, receive);
        } catch (RuntimeException | Error e) {
            takeBack(receive, isPosted);
            throw e;
        }
    }

    /** Nothing is written to the room of a receive any more, whose exchange was not begun. */
    static void takeBack(Operation receive, boolean isPosted) {
        if (!isPosted) {
            receive.letGo();
        } else if (!receive.cancel()) {
            receive.awaitCompletion(Long.MAX_VALUE);
        }
    }

    private Operation startSend(
            Peer peer, int to, int tag, int context, Slice source, Operation receive) {
        Operation send = leaseSend();
        send.send(peer, to, tag, context, source, Wire.FLAG_EXCHANGE);
        send.sendOf(receive);
        endpoint.start(send, peer);
        return send;
    }

    /** Ends a send whose exchange has failed: the other side may never receive it. */
    private static void awaitOrWithdraw(Operation send, TransportException failure) {
        if (!send.isComplete() && !send.withdraw(failure)) {
            send.awaitCompletion(Long.MAX_VALUE);
        }
    }
}
