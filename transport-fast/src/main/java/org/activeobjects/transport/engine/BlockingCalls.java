package org.activeobjects.transport.engine;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Matcher;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Operations;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;

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

    void send(Peer peer, int to, int tag, int context, Slice source) {
        if (mayGoAtOnce(peer, source)
                && peer.sendEager(station.id(), to, tag, context, source, 0)) {
            matcher.checkOpen();
            return;
        }
        sendAndWait(peer, to, tag, context, source, false);
    }

    /** Whether a send needs no operation; one that must hold a registered buffer does. */
    private static boolean mayGoAtOnce(Peer peer, Slice source) {
        return !peer.isSelf() && source.view() == null;
    }

    void ssend(Peer peer, int to, int tag, int context, Slice source) {
        sendAndWait(peer, to, tag, context, source, true);
    }

    private void sendAndWait(
            Peer peer, int to, int tag, int context, Slice source, boolean isSync) {
        Operation op = leaseSend();
        op.send(peer, to, tag, context, source, 0);
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

    Status recv(EndpointAddress source, int tag, int context, Slice destination) {
        Operation op = lease();
        endpoint.aimReceive(op, source, tag, context, destination);
        matcher.receive(op);
        awaitOrTakeBack(op);
        Status status = op.failure() == null ? op.status() : null;
        finish(op);
        return status;
    }

    /** A handler must not wait: the message is left for a receive that somebody waits for. */
    private static void awaitOrTakeBack(Operation receive) {
        try {
            receive.awaitCompletion(Long.MAX_VALUE);
        } catch (IllegalStateException e) {
            receive.cancel();
            throw e;
        }
    }

    void exchange(Peer peer, int with, int tag, int context, Slice source, Slice destination) {
        // Sent first: what follows then overlaps with its way. What comes early is unexpected.
        Operation send = null;
        if (!mayGoAtOnce(peer, source)
                || !peer.sendEager(station.id(), with, tag, context, source, Wire.FLAG_EXCHANGE)) {
            send = leaseSend();
            send.send(peer, with, tag, context, source, Wire.FLAG_EXCHANGE);
            endpoint.start(send, peer);
        }
        Operation receive = lease();
        receive.receive(peer, with, tag, context, destination);
        receive.exact();
        if (station.comparesTags(context)) {
            receive.compareTag();
        }
        matcher.receive(receive);
        awaitOrTakeBack(receive);
        if (send != null) {
            send.awaitCompletion(Long.MAX_VALUE);
            if (receive.failure() == null) {
                finish(send);
            }
        }
        finish(receive);
    }
}
