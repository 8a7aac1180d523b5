package org.activeobjects.transport.matching;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;

/** What is known of a message without its elements. */
public class Envelope {

    Party from;
    int fromEndpoint;
    int tag;
    int context;
    ElementType type;
    long bytes;

    /** Announced: the sender's id of the transfer, and the handle of its elements or nothing. */
    int senderId;

    long handle;

    /** Of the frame: {@code Wire.FLAG_OBJECT}, {@code Wire.FLAG_EXCHANGE}. */
    int flags;

    /** Of no message yet. */
    public Envelope() {}

    /**
     * Describes a message that comes with its elements. A reference is stored only if it is another
     * one: for a collector such as G1 each store into an old object costs a fence.
     *
     * @param party who has sent it
     * @param endpoint number of the endpoint there
     * @param newTag its tag
     * @param newContext its context
     * @param of type of its elements
     * @param length their length, bytes
     * @param newFlags of the frame
     * @return this
     */
    public final Envelope set(
            Party party,
            int endpoint,
            int newTag,
            int newContext,
            ElementType of,
            long length,
            int newFlags) {
        if (from != party) {
            from = party;
        }
        fromEndpoint = endpoint;
        tag = newTag;
        context = newContext;
        if (type != of) {
            type = of;
        }
        bytes = length;
        handle = DirectLane.NOTHING;
        flags = newFlags;
        return this;
    }

    /**
     * The message is announced, and its elements come when they are asked for.
     *
     * @param sender the sender's number of it
     * @param shown the handle by which they can be read, or {@link DirectLane#NOTHING}
     */
    public final void announced(int sender, long shown) {
        senderId = sender;
        handle = shown;
    }

    /**
     * Its length.
     *
     * @return bytes
     */
    public final long bytes() {
        return bytes;
    }

    final void copyOf(Envelope other) {
        set(
                other.from,
                other.fromEndpoint,
                other.tag,
                other.context,
                other.type,
                other.bytes,
                other.flags);
        announced(other.senderId, other.handle);
    }

    /**
     * Tells the sender of elements that came at once, and is done with them, of a misfit.
     *
     * @param receive the receive that they do not fit
     * @param misfit what does not fit
     */
    public final void tellSender(Operation receive, String misfit) {
        if (receive.isExact && (flags & Wire.FLAG_EXCHANGE) != 0) {
            return; // it finds out by itself
        }
        Station receiver = receive.station();
        if (!from.isSelf()) {
            from.tellMisfit(fromEndpoint, receiver.id(), context, misfit);
            return;
        }
        Station sender = receiver.neighbour(fromEndpoint);
        if (sender != null) {
            sender.onMisfit(from, receiver.id(), context, misfit);
        }
    }

    final Status status() {
        EndpointAddress source = new EndpointAddress(from.id(), fromEndpoint);
        return new Status(source, tag, context, type, bytes >> type.shift());
    }
}
