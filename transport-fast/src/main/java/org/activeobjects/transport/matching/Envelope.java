package org.activeobjects.transport.matching;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;

/** What is known of a message without its elements. */
class Envelope {

    Peer from;
    int fromEndpoint;
    int tag;
    int context;
    ElementType type;
    long bytes;

    /** Announced: the sender's id of the transfer, and the handle of its elements or nothing. */
    int senderId;

    long handle;

    Envelope set(Peer peer, int endpoint, int newTag, int newContext, ElementType of, long length) {
        from = peer;
        fromEndpoint = endpoint;
        tag = newTag;
        context = newContext;
        type = of;
        bytes = length;
        return this;
    }

    void copyOf(Envelope other) {
        set(other.from, other.fromEndpoint, other.tag, other.context, other.type, other.bytes);
        senderId = other.senderId;
        handle = other.handle;
    }

    Status status() {
        EndpointAddress source = new EndpointAddress(from.id(), fromEndpoint);
        return new Status(source, tag, context, type, bytes >> type.shift());
    }
}
