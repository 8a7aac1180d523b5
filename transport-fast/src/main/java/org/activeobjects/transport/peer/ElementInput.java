package org.activeobjects.transport.peer;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.error.Failures;
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

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The elements that come from one peer: those of messages that are sent at once, to the receive
 * that they match or to memory where they wait for one; and those of announced messages, in frames,
 * to where they belong.
 *
 * <p><b>Threading:</b> the thread that moves the link.
 */
final class ElementInput {

    private static final VarHandle LANDING;

    static {
        try {
            LANDING =
                    MethodHandles.lookup()
                            .findVarHandle(ElementInput.class, "isLanding", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Peer peer;
    private final Envelope arrival = new Envelope();

    // The frame whose payload comes: at most one of these.
    private Operation currentReceive;
    private Unexpected currentUnexpected;
    private Matcher currentMatcher;
    private Landing currentLanding;

    @SuppressWarnings("unused") // through LANDING
    private boolean isLanding;

    ElementInput(Peer peer) {
        this.peer = peer;
    }

    /**
     * Whether elements come, or are about to, for whichever endpoint. True from before their
     * receive is looked for, under the locks that those take first who take receives away.
     */
    boolean isLanding() {
        return (boolean) LANDING.getAcquire(this);
    }

    void onEager(FrameHeader header, Landing landing) {
        LANDING.setOpaque(this, true);
        if (!takesEager(header, landing)) {
            LANDING.setRelease(this, false);
        }
    }

    /** Says where a message goes; false if nothing of it is to come. */
    private boolean takesEager(FrameHeader header, Landing landing) {
        int length = header.payloadLength();
        Object found = match(header);
        // Nobody else knows what was found: if something fails from here on, it does, too.
        currentLanding = landing;
        if (found instanceof Operation receive) {
            currentReceive = receive;
            matchedEager(costOf(length));
            return takesFor(receive, length, landing);
        } else if (found == null) {
            return false;
        } else if (length == 0) {
            currentMatcher.came((Unexpected) found);
            return false;
        }
        currentUnexpected = (Unexpected) found;
        landing.into(currentUnexpected.room(), 0);
        return true;
    }

    private boolean takesFor(Operation receive, int length, Landing landing) {
        receive.matched(arrival);
        String misfit = receive.misfit();
        if (misfit != null) {
            TransportException failure = rejection(receive, misfit);
            currentReceive = null;
            receive.fail(failure);
            return false;
        } else if (length == 0) {
            currentReceive = null;
            receive.complete();
            return false;
        } else if (!receive.slice().isAccessible()) {
            TransportException failure = new TransportException(receive.unwritable());
            currentReceive = null;
            receive.fail(failure);
            return false;
        }
        landing.into(receive.slice(), 0);
        return true;
    }

    /** Tells the sender; returns what the receive is to fail with. */
    private TransportException rejection(Operation receive, String misfit) {
        TransportException failure = receive.mismatch(misfit);
        arrival.tellSender(receive, misfit);
        return failure;
    }

    /**
     * Finds what a message is for: a receive, else memory where it waits for one; null if its
     * endpoint is closed.
     */
    private Object match(FrameHeader header) {
        int length = header.payloadLength();
        ElementType type = typeOf(header, length);
        long cost = costOf(length);
        if (!peer.eager().arrived(cost)) {
            throw new ProtocolFault("more eager bytes than the window holds: " + header);
        }
        Station endpoint = peer.home().stations().at(header.destinationEndpoint());
        if (endpoint == null) {
            matchedEager(cost);
            peer.home().stations().dropped(peer, header.destinationEndpoint());
            return null;
        }
        arrival.set(
                peer,
                header.sourceEndpoint(),
                header.tag(),
                header.context(),
                type,
                length,
                header.flags());
        Matcher matcher = endpoint.matcher();
        if (currentMatcher != matcher) {
            currentMatcher = matcher; // such a store costs a fence
        }
        return matcher.arrive(arrival);
    }

    private static long costOf(int length) {
        return length + (long) Wire.OVERHEAD;
    }

    /** As {@link #onEager}, of a message that is here whole. Returns what {@link #take} needs. */
    Object onWhole(FrameHeader header) {
        LANDING.setOpaque(this, true);
        return match(header);
    }

    /** Copies a message that is here whole to what was found for it; throws what that throws. */
    void take(Object found, int length, MemorySegment memory, long at) {
        try {
            if (found instanceof Operation receive) {
                takeFor(receive, length, memory, at);
                matchedEager(costOf(length));
            } else if (found instanceof Unexpected message) {
                keep(message, length, memory, at);
            }
        } finally {
            LANDING.setRelease(this, false);
        }
    }

    private void takeFor(Operation receive, int length, MemorySegment memory, long at) {
        TransportException failure = null;
        try {
            receive.matched(arrival);
            String misfit = receive.misfit();
            if (misfit == null) {
                receive.slice().copyFrom(0, memory, at, length);
            } else {
                failure = rejection(receive, misfit);
            }
        } catch (IllegalStateException | WrongThreadException e) {
            boolean isGone = Landing.isGone(receive.slice(), e);
            receive.fail(isGone ? notWritten(receive, e) : notTaken(e));
            if (!isGone) {
                throw e;
            }
            return;
        } catch (RuntimeException | Error e) {
            receive.fail(notTaken(e)); // nobody else knows it
            throw e;
        }
        if (failure == null) {
            peer.complete(receive);
        } else {
            receive.fail(failure);
        }
    }

    private void keep(Unexpected message, int length, MemorySegment memory, long at) {
        try {
            message.room().copyFrom(0, memory, at, length);
        } catch (RuntimeException | Error e) {
            currentMatcher.willNotCome(message, notTaken(e));
            throw e;
        }
        currentMatcher.came(message);
    }

    private static TransportException notWritten(Operation receive, RuntimeException why) {
        try {
            return new TransportException(receive.unwritable(why), why);
        } catch (OutOfMemoryError | StackOverflowError _) {
            return Failures.because(why);
        }
    }

    private TransportException notTaken(Throwable why) {
        try {
            TransportException loss = peer.loss();
            return loss != null
                    ? loss
                    : peer.lossBecause("a frame could not be taken: " + why, why);
        } catch (OutOfMemoryError | StackOverflowError _) {
            return Failures.because(why);
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
            RuntimeException fault = currentLanding.fault();
            if (fault == null) {
                peer.complete(receive);
            } else {
                receive.fail(notWritten(receive, fault));
            }
        } else if (currentUnexpected != null) {
            Unexpected message = currentUnexpected;
            currentUnexpected = null;
            currentMatcher.came(message);
        }
        LANDING.setRelease(this, false);
    }

    void onData(FrameHeader header, Landing landing) {
        LANDING.setOpaque(this, true);
        Operation receive = peer.receives().get(header.sourceEndpoint());
        int length = header.payloadLength();
        if (receive == null
                || length <= 0
                || header.word3() != receive.moved()
                || length > receive.total() - receive.moved()) {
            throw new ProtocolFault("data that no receive expects: " + header);
        }
        landing.into(receive.slice(), receive.moved());
        currentLanding = landing;
        currentReceive = receive;
    }

    /** A chunk of announced elements is here. */
    void onChunk(FrameHeader header) {
        if (currentReceive != null && currentLanding.fault() != null) {
            peer.receives().breakOff(currentReceive, currentLanding.fault());
        }
        currentReceive = null;
        // Looked up again: its endpoint may have been closed while the chunk was coming.
        int id = header.sourceEndpoint();
        Operation receive = peer.receives().came(id, header.payloadLength());
        if (receive != null && receive.isSent() && peer.receives().remove(id) == receive) {
            peer.complete(receive);
        }
        LANDING.setRelease(this, false);
    }

    /**
     * Drops the rest of a frame for an endpoint that closes, and fails the receive that it was for.
     * While the link stands still.
     */
    void cut(Station closing, TransportException why) {
        Operation receive = currentReceive;
        if (receive != null && receive.station() == closing) {
            currentLanding.discard();
            currentReceive = null;
            failIfEager(receive, why);
        }
        Unexpected message = currentUnexpected;
        if (message != null && currentMatcher == closing.matcher()) {
            currentLanding.discard();
            currentUnexpected = null;
            currentMatcher.willNotCome(message, why);
            peer.consumedLater(message.bytes());
        }
    }

    /** A receive with a number is in the table of transfers, and fails with that. */
    private static void failIfEager(Operation receive, TransportException why) {
        if (receive.transferId() < 0) {
            receive.fail(why);
        }
    }

    /** What was coming will not come. */
    void ended(TransportException why) {
        currentLanding = null; // it knows the elements, and the peer is remembered for long
        Operation receive = currentReceive;
        currentReceive = null;
        if (receive != null) {
            failIfEager(receive, why);
        }
        Unexpected message = currentUnexpected;
        currentUnexpected = null;
        if (message != null) {
            currentMatcher.willNotCome(message, why);
        }
        LANDING.setRelease(this, false);
    }
}
