package org.activeobjects.transport.peer;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.matching.Envelope;
import org.activeobjects.transport.matching.Matcher;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.matching.Unexpected;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;

/**
 * The elements that come from one peer: those of messages that are sent at once, to the receive
 * that they match or to memory where they wait for one; and those of announced messages, in frames,
 * to where they belong.
 *
 * <p><b>Threading:</b> the thread that moves the link.
 */
final class ElementInput {

    private final Peer peer;
    private final Envelope arrival = new Envelope();

    // The frame whose payload comes: at most one of these.
    private Operation currentReceive;
    private Unexpected currentUnexpected;
    private Matcher currentMatcher;

    ElementInput(Peer peer) {
        this.peer = peer;
    }

    void onEager(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        ElementType type = typeOf(header, length);
        long cost = length + (long) Wire.OVERHEAD;
        if (!peer.eager().arrived(cost)) {
            throw new ProtocolFault("more eager bytes than the window holds: " + header);
        }
        Station endpoint = peer.home().stations().at(header.destinationEndpoint());
        if (endpoint == null) {
            matchedEager(cost);
            return;
        }
        arrival.set(
                peer,
                header.sourceEndpoint(),
                header.tag(),
                header.context(),
                type,
                length,
                header.flags());
        Object found = endpoint.matcher().arrive(arrival);
        // Nobody else knows what was found: if something fails from here on, it does, too.
        if (found instanceof Operation receive) {
            currentReceive = receive;
            matchedEager(cost);
            receive.matched(arrival);
            String misfit = receive.misfit();
            if (misfit != null) {
                currentReceive = null;
                arrival.tellSender(receive, misfit);
                receive.fail(new MessageMismatchException(misfit));
            } else if (length == 0) {
                currentReceive = null;
                receive.complete();
            } else {
                landing.into(receive.slice(), 0);
            }
        } else if (length == 0) {
            endpoint.matcher().came((Unexpected) found);
        } else {
            currentUnexpected = (Unexpected) found;
            currentMatcher = endpoint.matcher();
            landing.into(currentUnexpected.room(), 0);
        }
    }

    /** Type of elements that a frame brings or announces. */
    static ElementType typeOf(FrameHeader header, long bytes) {
        ElementType type = ElementType.ofWireId(header.type());
        if (type == null || bytes < 0 || (bytes & type.size() - 1) != 0 || header.tag() < 0) {
            throw new ProtocolFault("elements of unknown type, length or tag: " + header);
        }
        return type;
    }

    /** Eager bytes have found their receive on arrival. */
    private void matchedEager(long cost) {
        peer.returnEager(peer.eager().matched(cost));
    }

    /** The elements of an eager message are here. */
    void onElements() {
        Operation receive = currentReceive;
        if (receive != null) {
            currentReceive = null;
            peer.complete(receive);
        } else if (currentUnexpected != null) {
            Unexpected message = currentUnexpected;
            currentUnexpected = null;
            currentMatcher.came(message);
        }
    }

    void onData(FrameHeader header, Landing landing) {
        Operation receive = peer.receives().get(header.sourceEndpoint());
        int length = header.payloadLength();
        if (receive == null
                || length <= 0
                || header.word3() != receive.moved()
                || length > receive.total() - receive.moved()) {
            throw new ProtocolFault("data that no receive expects: " + header);
        }
        landing.into(receive.slice(), receive.moved());
        currentReceive = receive;
    }

    /** A chunk of announced elements is here. */
    void onChunk(FrameHeader header) {
        currentReceive = null;
        // Looked up again: its endpoint may have been closed while the chunk was coming.
        Operation receive = peer.receives().get(header.sourceEndpoint());
        if (receive != null
                && receive.cameFurther(header.payloadLength())
                && peer.receives().remove(header.sourceEndpoint()) == receive) {
            peer.complete(receive);
        }
    }

    /** What was coming will not come. */
    void ended(TransportException why) {
        Operation receive = currentReceive;
        currentReceive = null;
        if (receive != null && receive.transferId() < 0) {
            receive.fail(why); // one with a number is in the table of transfers
        }
        Unexpected message = currentUnexpected;
        currentUnexpected = null;
        if (message != null) {
            currentMatcher.willNotCome(message, why);
        }
    }
}
