package org.activeobjects.transport.matching;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.transfer.Transfer;

import java.lang.foreign.MemorySegment;

/**
 * One send or receive, by what it is matched: who with whom, tag and context, and whether what was
 * found fits.
 *
 * <p>In a receive, what was sent takes the place of some of what was asked for once it is matched;
 * before, the peer is {@code null} if it is one from any source.
 *
 * <p><b>Threading:</b> whoever owns it at a time.
 */
public abstract class Matchable extends Transfer {

    private final Station station;

    boolean isSend;
    boolean isExact;
    boolean isForCaller; // of a blocking call: only the calling thread waits for it

    /** A hint: some thread copies its elements now. */
    private boolean isMoving;

    private boolean isSynchronous;

    /** A send whose caller does nothing until it is complete. */
    boolean isBlocking;

    /** Of the send of an exchange: its receive, for which nothing may come if the send fails. */
    private Operation partner;

    /** Of the frame, 16 bits: {@code Wire.FLAG_OBJECT}, {@code Wire.FLAG_EXCHANGE}. */
    private char flags;

    private Party peer;
    private int peerEndpoint;
    private int tag;
    private int context;

    /**
     * Unless it is any: the receive takes every tag, and fits no message with another than this.
     */
    private int comparedTag = Endpoint.ANY_TAG;

    /** Receives an object of at most so many bytes; less than 0: elements, into the slice. */
    private int objectLimit = -1;

    /** What was sent to a receive; null until it is matched. */
    private ElementType receivedType;

    Matchable(Station station) {
        this.station = station;
    }

    /**
     * Becomes a send.
     *
     * @param to where to
     * @param toEndpoint number of the endpoint there
     * @param newTag tag
     * @param newContext context
     * @param source elements
     * @param newFlags of the frame
     */
    public final void send(
            Party to, int toEndpoint, int newTag, int newContext, Slice source, int newFlags) {
        isSend = true;
        flags = (char) newFlags;
        aim(to, toEndpoint, newTag, newContext, source);
    }

    /** It is a send whose caller does nothing until it is complete. */
    public final void blocking() {
        isBlocking = true;
    }

    /**
     * It is the send of an exchange, which has failed if it does not fit, or there is no endpoint.
     *
     * @param receive the receive of the exchange
     */
    public final void sendOf(Operation receive) {
        partner = receive;
    }

    final Operation partner() {
        return partner;
    }

    /**
     * What the receive of an exchange fails with whose send has failed; null if something may come
     * for it, or it is told by others: its endpoint, its link.
     */
    final TransportException whyPartnerFails() {
        TransportException why = failure();
        if (why instanceof MessageMismatchException) {
            return why;
        }
        boolean isLost = station.matcher().isClosed() || peer.loss() != null;
        boolean isNowhere = !isLost && why instanceof TransportClosedException;
        return isNowhere ? Failures.again(why) : null;
    }

    /** It is a send that is complete only when a receive has matched it. */
    public final void synchronous() {
        isSynchronous = true;
    }

    /**
     * Becomes a receive.
     *
     * @param from where from; {@code null} for any source
     * @param fromEndpoint number of the endpoint there
     * @param newTag tag, or {@code Endpoint.ANY_TAG}
     * @param newContext context
     * @param target room for the elements
     */
    public final void receive(
            Party from, int fromEndpoint, int newTag, int newContext, Slice target) {
        isSend = false;
        aim(from, fromEndpoint, newTag, newContext, target);
    }

    /** It is the receive of an exchange: exactly as much is to come as there is room for. */
    public final void exact() {
        isExact = true;
    }

    /** It is a receive that takes the next message whatever its tag, which is to be the same. */
    public final void compareTag() {
        comparedTag = tag;
    }

    /**
     * It is the receive of an object, for which there is room when it comes.
     *
     * @param longest bytes
     */
    public final void ofObject(int longest) {
        objectLimit = longest;
    }

    private void aim(Party newPeer, int endpointId, int newTag, int newContext, Slice elements) {
        peer = newPeer;
        peerEndpoint = endpointId;
        tag = newTag;
        context = newContext;
        begin(elements, isSend);
    }

    /** Takes over what the peer may still ask about of another one, whose endpoint closes. */
    final void standFor(Matchable other) {
        isSend = other.isSend;
        peer = other.peer;
        super.standFor(other);
    }

    /** Becomes a send that is announced as another one is, and whose elements never come. */
    final void announceAs(Matchable other) {
        Slice none = Slice.of(MemorySegment.NULL, other.slice().type());
        send(other.peer, other.peerEndpoint, other.tag, other.context, none, other.flags);
        synchronous();
        super.announceAs(other);
    }

    /**
     * Lets go of the arrays, and makes it as a new one, for another use. Here, and not where a use
     * begins: most are new, and used once.
     */
    public final void clear() {
        forget();
        isExact = false;
        isMoving = false;
        isSynchronous = false;
        isBlocking = false;
        partner = null;
        peer = null;
        comparedTag = Endpoint.ANY_TAG;
        objectLimit = -1;
        receivedType = null;
    }

    /** {@return the endpoint whose it is} */
    public final Station station() {
        return station;
    }

    /** {@return whether it is a send} */
    public final boolean isSend() {
        return isSend;
    }

    /** {@return whether its other side has not been found yet, as far as that is known here} */
    public final boolean isUnmatched() {
        return isSend ? transferId() < 0 && moved() == 0 : receivedType == null;
    }

    /** {@return the runtime of the other side, or {@code null} while that may be any} */
    public final Party peer() {
        return peer;
    }

    /** {@return the number of the other side's endpoint} */
    public final int peerEndpoint() {
        return peerEndpoint;
    }

    /**
     * The tag.
     *
     * @return the tag; of a receive that is matched, that of the message
     */
    public final int tag() {
        return tag;
    }

    /**
     * The context.
     *
     * @return the context
     */
    public final int context() {
        return context;
    }

    /**
     * The flags of the frame.
     *
     * @return flags, as {@code Wire} says
     */
    public final int flags() {
        return flags;
    }

    /**
     * Whether a send must not be complete before it is matched.
     *
     * @return true if so
     */
    public final boolean isSynchronous() {
        return isSynchronous;
    }

    /** Some thread copies its elements now, and completes it then. */
    final void moves() {
        isMoving = true;
    }

    @Override
    protected final boolean isMoving() {
        return isMoving;
    }

    /** Whether it receives an object. */
    final boolean wantsObject() {
        return objectLimit >= 0;
    }

    /** Whether it is between two endpoints of this runtime. */
    final boolean isNear() {
        return peer != null && peer.isSelf();
    }

    /**
     * Whether who waits for it does what is left to it: decided before it is matched, so not if the
     * room is made only then.
     */
    final boolean worksWhileItWaits() {
        long least = isForCaller ? Operation.SHARED : Operation.SHARED_LATER;
        return !wantsObject() && slice().byteLength() >= least;
    }

    /**
     * Whether a part of its copy may be left to who waits for it, and to nobody else.
     *
     * @return true if so
     */
    public final boolean mayCopyWhileItWaits() {
        return (peer == null || isNear()) && worksWhileItWaits();
    }

    /** Type of the elements that were sent; null until it is matched. */
    final ElementType receivedType() {
        return receivedType;
    }

    final boolean accepts(Envelope message) {
        return context == message.context
                && (tag == message.tag || tag == Endpoint.ANY_TAG || isTagCompared())
                && (peer == null || peer == message.from && peerEndpoint == message.fromEndpoint);
    }

    /**
     * A message was found for this receive.
     *
     * @param message the message
     */
    public final void matched(Envelope message) {
        if (peer != message.from) {
            peer = message.from;
        }
        peerEndpoint = message.fromEndpoint;
        tag = message.tag;
        receivedType = message.type;
        flags = (char) message.flags;
        found(message.bytes, message.senderId, message.handle);
        if (objectLimit >= 0 && isObject() && message.bytes <= objectLimit) {
            makeRoom((int) message.bytes);
        }
    }

    /** Without memory for it an object does not fit: both sides are told, and nothing else ends. */
    private void makeRoom(int bytes) {
        try {
            into(Slice.of(new byte[bytes]));
        } catch (OutOfMemoryError _) {
            // What is received into stays empty, and so too short.
        }
    }

    private boolean lacksMemory() {
        return isObject() && total() <= objectLimit && slice().byteLength() < total();
    }

    private boolean isObject() {
        return (flags & Wire.FLAG_OBJECT) != 0;
    }

    /**
     * What is wrong with the message that was matched.
     *
     * @return what each side gave, or {@code null} if it fits
     */
    public final String misfit() {
        Slice room = slice();
        long bytes = total();
        boolean fits =
                receivedType == room.type()
                        && isObject() == objectLimit >= 0
                        && (!isTagCompared() || tag == comparedTag)
                        && (isExact ? bytes == room.byteLength() : bytes <= room.byteLength());
        return fits
                ? null
                : "%s does not fit: from=%s to=%s tag=%s context=%s sent=%s%s[%s] expected=%s"
                        .formatted(
                                isExact ? "an exchange" : "a message",
                                peer.name(peerEndpoint),
                                station.address(),
                                tag,
                                context,
                                isObject() ? "an object of " : "",
                                receivedType,
                                bytes >> receivedType.shift(),
                                expectation());
    }

    /**
     * What a receive that does not fit fails with.
     *
     * @param misfit what {@link #misfit} gave
     * @return a new exception
     */
    public final MessageMismatchException mismatch(String misfit) {
        return new MessageMismatchException(misfit, tag, sentElements());
    }

    private String sentElements() {
        return receivedType + "[" + (total() >> receivedType.shift()) + "]";
    }

    private boolean isTagCompared() {
        return comparedTag != Endpoint.ANY_TAG;
    }

    private String expectation() {
        String tagged = isTagCompared() && tag != comparedTag ? " tag=" + comparedTag : "";
        return expectedElements() + tagged;
    }

    private String expectedElements() {
        if (objectLimit >= 0) {
            return "an object of at most "
                    + objectLimit
                    + " bytes"
                    + (lacksMemory() ? ", but there is no memory for this one" : "");
        }
        return isExact ? slice().toString() : "at most " + slice();
    }
}
