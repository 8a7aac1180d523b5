package org.activeobjects.transport.engine;

import org.activeobjects.transport.Endpoint.Message;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.matching.Operation;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A message that is kept for one receive.
 *
 * <p><b>Threading:</b> safe.
 */
final class KeptMessage implements Message {

    private final MatchedEndpoint endpoint;
    private final AtomicReference<Operation> receive;
    private final int tag; // that was asked for, and may be compared with that of the message
    private final Status status;

    KeptMessage(MatchedEndpoint endpoint, Operation receive, int tag, Status status) {
        this.endpoint = endpoint;
        this.receive = new AtomicReference<>(receive);
        this.tag = tag;
        this.status = status;
    }

    @Override
    public Status status() {
        return status;
    }

    @Override
    public Request irecv(Slice destination) {
        return endpoint.startReceive(begin(destination));
    }

    @Override
    public Request irecvObject() {
        int longest = endpoint.station().longestObject();
        Operation op = begin(Slice.EMPTY);
        op.ofObject(longest);
        return endpoint.startReceive(op);
    }

    private Operation begin(Slice destination) {
        Operation op = receive.getAndSet(null);
        if (op == null) {
            throw new IllegalStateException("the message was received already: message=" + status);
        }
        try {
            endpoint.aimReceive(op, status.source(), tag, status.context(), destination);
        } catch (RuntimeException | Error e) {
            receive.set(op);
            throw e;
        }
        return op;
    }

    @Override
    public String toString() {
        return "message " + status;
    }
}
