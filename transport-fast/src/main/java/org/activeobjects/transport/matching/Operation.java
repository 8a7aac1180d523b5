package org.activeobjects.transport.matching;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.matching.MatchQueues.Envelope;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.SharedWork;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * One send or receive. It belongs to exactly one place at a time: the posted receives of its
 * endpoint, an unexpected message that is still coming, a queue or a table of its peer. Whoever
 * takes it out of there completes it.
 */
final class Operation extends SharedWork implements Request {

    /** Stands for the thread that polls, whichever that is. */
    private static final Thread ANY_THREAD = Thread.ofPlatform().unstarted(() -> {});

    /** From this length on, bytes, who waits for elements of this runtime copies them itself. */
    static final long SHARED = 64 * 1024;

    final MatchedEndpoint endpoint;

    // What was asked for. In a receive, what was sent takes the place of some of it once it is
    // matched; before, the peer is null if it is one from any source.
    boolean isSend;
    boolean isSynchronous;
    boolean isExact;

    /** Of the frame: {@code Wire.FLAG_OBJECT}, {@code Wire.FLAG_EXCHANGE}. */
    int flags;

    Peer peer;
    int peerEndpoint;
    int tag;
    int context;
    Slice slice;

    // Neighbours among the posted receives, and place among what nobody has reported yet.
    Operation next;
    Operation previous;
    int place = Operations.NOWHERE;

    /** Of a blocking call: only the calling thread waits for it. */
    boolean isLeased;

    /** Stands for one whose endpoint is closed, because the peer still knows its number. */
    boolean isAbandoned;

    // Progress of a transfer, bytes: for a receive, once it is matched, of what was sent.
    long total;
    long moved;

    /** For a send the receiver's id, for a receive the own one. */
    int transferId;

    // Of a transfer without frames: the peer's number of its send; the handle, given or got.
    int senderId;
    long handle;
    DirectLane.Pull pull;
    private DirectLane exposedBy;
    private boolean isOffered;

    /** What the slice is of, if that must not be released meanwhile. */
    private RegisteredBuffer.View held;

    /** Receives an object of at most so many bytes; less than 0: elements, into the slice. */
    int objectLimit = -1;

    private Object object;
    private boolean isDecoded;

    /** What was sent to a receive; null until it is matched. */
    private ElementType receivedType;

    Operation(MatchedEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    Operation send(Peer to, int toEndpoint, int newTag, int newContext, Slice source) {
        isSend = true;
        isSynchronous = false;
        flags = 0;
        total = source.byteLength();
        return aim(to, toEndpoint, newTag, newContext, source);
    }

    Operation receive(Peer from, int fromEndpoint, int newTag, int newContext, Slice target) {
        isSend = false;
        isExact = false;
        objectLimit = -1;
        return aim(from, fromEndpoint, newTag, newContext, target);
    }

    private Operation aim(
            Peer newPeer, int endpointId, int newTag, int newContext, Slice elements) {
        renew();
        peer = newPeer;
        peerEndpoint = endpointId;
        tag = newTag;
        context = newContext;
        slice = elements;
        checkMemory(elements.memory());
        moved = 0;
        transferId = -1;
        handle = DirectLane.NOTHING;
        isOffered = false;
        receivedType = null;
        RegisteredBuffer.View view = elements.view();
        if (view != null) {
            view.hold();
            held = view;
        }
        return this;
    }

    private void checkMemory(MemorySegment memory) {
        if (memory == null) {
            return;
        }
        if (!isSend && memory.isReadOnly()) {
            throw new IllegalArgumentException(
                    "what is read-only cannot be received into: slice=" + slice);
        }
        if (!memory.isAccessibleBy(ANY_THREAD)) {
            throw new IllegalArgumentException(
                    "memory of a confined arena cannot be moved by whichever thread polls: slice="
                            + slice
                            + "; take it from Arena.ofShared() or Arena.ofAuto()");
        }
    }

    /** Something that takes the place of one of an endpoint that closes; null for any other. */
    Operation standInFor(MatchedEndpoint closing) {
        if (endpoint != closing || isAbandoned) {
            return null;
        }
        Operation other = new Operation(endpoint);
        other.isAbandoned = true;
        other.isSend = isSend;
        other.peer = peer;
        other.total = total;
        other.moved = moved;
        other.transferId = transferId;
        return other;
    }

    /**
     * Lets the peer read the elements by itself, if a lane can; once, however often it is asked.
     */
    void expose(DirectLane lane) {
        if (!isOffered && lane != null && total > 0) {
            isOffered = true;
            handle = lane.expose(slice);
            exposedBy = handle == DirectLane.NOTHING ? null : lane;
        }
    }

    /** Ends what {@link #expose} has begun. */
    void conceal() {
        DirectLane lane = exposedBy;
        if (lane != null) {
            exposedBy = null;
            lane.conceal(handle);
        }
    }

    boolean isExposed() {
        return exposedBy != null;
    }

    @Override
    protected void beforeComplete() {
        if (exposedBy != null) {
            conceal();
        }
        RegisteredBuffer.View view = held;
        if (view != null) {
            held = null;
            view.letGo();
        }
    }

    /** Lets go of the arrays. */
    void clear() {
        slice = null;
        peer = null;
    }

    boolean accepts(Envelope message) {
        return context == message.context
                && (tag == message.tag || tag == MatchedEndpoint.ANY_TAG)
                && (peer == null || peer == message.from && peerEndpoint == message.fromEndpoint);
    }

    void matched(Envelope message) {
        peer = message.from;
        peerEndpoint = message.fromEndpoint;
        tag = message.tag;
        receivedType = message.type;
        total = message.bytes;
        flags = message.flags;
        senderId = message.senderId;
        handle = message.handle;
        if (objectLimit >= 0 && isObject(flags) && total <= objectLimit) {
            slice = Slice.of(new byte[(int) total]);
        }
    }

    private static boolean isObject(int frameFlags) {
        return (frameFlags & Wire.FLAG_OBJECT) != 0;
    }

    /** What is wrong with the message that was matched; null if it fits. */
    String misfit() {
        boolean fits =
                receivedType == slice.type()
                        && isObject(flags) == objectLimit >= 0
                        && (isExact ? total == slice.byteLength() : total <= slice.byteLength());
        return fits
                ? null
                : "%s does not fit: from=%s to=%s tag=%d context=%d sent=%s%s[%d] expected=%s"
                        .formatted(
                                isExact ? "an exchange" : "a message",
                                peer.name(peerEndpoint),
                                endpoint.address(),
                                tag,
                                context,
                                isObject(flags) ? "an object of " : "",
                                receivedType,
                                total >> receivedType.shift(),
                                expectation());
    }

    private String expectation() {
        if (objectLimit >= 0) {
            return "an object of at most " + objectLimit + " bytes";
        }
        return isExact ? slice.toString() : "at most " + slice;
    }

    /** Completes it on the thread that polls. */
    void completePolled() {
        if (isLeased && endpoint.progress().isPollingFor(this)) {
            completeForCaller();
        } else {
            complete();
        }
    }

    @Override
    public boolean sendChunk(Link link, FrameHeader header) {
        int length = (int) Math.min(total - moved, link.chunkLength(total));
        header.set(Wire.DATA, 0, FrameHeader.FLAG_DATA, length, transferId, 0, 0, 0, moved);
        if (!link.trySend(header, slice, moved, length)) {
            return false;
        }
        moved += length;
        return true;
    }

    @Override
    public boolean isSent() {
        return moved == total;
    }

    @Override
    protected void onComplete() {
        endpoint.onComplete();
    }

    /** Waits until it is complete, and does the copying meanwhile that is left to it. */
    boolean awaitCompletion(long timeoutNs) {
        boolean mayShare =
                !isSend && (peer == null || peer.isSelf()) && slice.byteLength() >= SHARED;
        return mayShare && !isComplete()
                ? awaitWorking(endpoint.progress(), timeoutNs)
                : endpoint.progress().await(this, timeoutNs);
    }

    /** Whether the thread that waits for this receive copies the elements of a send. */
    boolean leaveTo(Operation send) {
        return leave(send);
    }

    @Override
    protected void work(Outgoing send) {
        Matcher.copy((Operation) send, this);
    }

    @Override
    public Status await() {
        boolean unused = awaitCompletion(Long.MAX_VALUE);
        return result();
    }

    @Override
    public Status await(Duration timeout) {
        if (!awaitCompletion(timeout.toNanos())) {
            throw new TransportTimeoutException(
                    "not complete in time: timeout=" + timeout + " operation=" + this);
        }
        return result();
    }

    private Status result() {
        endpoint.reported(this);
        TransportException failure = failure();
        if (failure != null) {
            throw failure;
        }
        return isSend ? null : status();
    }

    @Override
    public Status status() {
        if (isSend || !isComplete() || receivedType == null) {
            return null;
        }
        return endpoint.statuses.of(
                peer.id(),
                peerEndpoint,
                tag,
                context,
                receivedType,
                total >> receivedType.shift(),
                failure() instanceof MessageMismatchException);
    }

    @Override
    public Object object() {
        if (objectLimit < 0 || !isComplete() || failure() != null) {
            throw new IllegalStateException("no object has been received: operation=" + this);
        }
        if (!isDecoded) {
            object = endpoint.codec().decode((byte[]) slice.array());
            isDecoded = true;
        }
        return object;
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public boolean test() {
        if (!isComplete()) {
            endpoint.progress().pollOnce();
        }
        if (isComplete()) {
            endpoint.reported(this);
            return true;
        }
        return false;
    }

    @Override
    public boolean cancel() {
        return !isSend && endpoint.matcher().cancel(this);
    }

    @Override
    public String toString() {
        String other =
                peer == null ? EndpointAddress.ANY_SOURCE.toString() : peer.name(peerEndpoint);
        return "%s %s %s tag=%d context=%d %s %s"
                .formatted(
                        isSend ? "send to" : "receive from",
                        other,
                        isSend ? "" : "at " + endpoint.address(),
                        tag,
                        context,
                        slice,
                        isComplete() ? "complete" : "pending, moved=" + moved + " B");
    }
}
