package org.activeobjects.transport.ucx;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.ucx.binding.ReceiveLane;
import org.activeobjects.transport.ucx.binding.UcpWorker;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Frames as tagged messages of UCX.
 *
 * <p><b>Threading:</b> as {@link Link} says. What UCX holds is given back when the link is closed
 * and the last thread that was inside has left.
 */
final class UcxLink implements Link {

    private static final int CLOSING = 1 << 30;

    private final UcxLinkService service;
    private final UcpWorker worker;
    private final Wire wire;
    private final FrameReceiver receiver;
    private final UcxLane direct;
    private final Lanes lanes;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile String failure;
    private Throwable fault; // of who polls, who may have had no memory or stack to say so
    private volatile boolean closeSeen;
    private boolean endpointGone;
    private long lookedAt = -1; // the worker's number of changes when all that had come was taken

    /** The number of the service's round in which this link was polled last. */
    long round;

    /**
     * What a link goes through.
     *
     * @param endpoint UCX's endpoint
     * @param tagsOut tags of what it sends, the lower bits being 0
     * @param tagsIn tags of what it receives
     * @param eagerLimit longest payload of a control frame, bytes
     * @param isNear whether the peer is on this host
     * @param sharesMemory whether it is, and UCX may go through memory that both share
     * @param tellsErrors whether the endpoint fails when the peer does
     */
    record Wire(
            long endpoint,
            long tagsOut,
            long tagsIn,
            int eagerLimit,
            boolean isNear,
            boolean sharesMemory,
            boolean tellsErrors) {}

    /**
     * An open link; the caller holds the worker's lock.
     *
     * @param service the runtime's end
     * @param wire what it goes through; the endpoint is the link's from now on
     * @param receiver takes the frames
     * @param peerHasEnded tells whether the peer's process has ended for certain
     */
    UcxLink(
            UcxLinkService service,
            Wire wire,
            FrameReceiver receiver,
            BooleanSupplier peerHasEnded) {
        this.service = service;
        this.worker = service.worker();
        this.wire = wire;
        this.receiver = receiver;
        this.direct = new UcxLane(this, service, wire, peerHasEnded);
        this.lanes = new Lanes(service, this, direct, wire);
    }

    @Override
    public String name() {
        return UcxLinkProvider.NAME;
    }

    @Override
    public int maxPayload() {
        return wire.eagerLimit();
    }

    @Override
    public int chunkLength(long messageLength) {
        return lanes.chunkLength(messageLength);
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public DirectLane directLane() {
        return direct;
    }

    /** Comes in, unless the link is closed; who has come in leaves again. */
    boolean enter() {
        for (int now = inside.get(); now < CLOSING; now = inside.get()) {
            if (inside.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    void leave() {
        if (inside.decrementAndGet() == CLOSING) {
            tearDown();
        }
    }

    Wire wire() {
        return wire;
    }

    boolean hasFailed() {
        return failure != null;
    }

    /**
     * The link is of no use any more; whoever polls tells the receiver. The first reason counts.
     */
    void fail(String reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    @Override
    public boolean trySend(FrameHeader frame, Slice payload, long offset, int length) {
        if (failure != null || !enter()) {
            return true;
        }
        try {
            worker.lock();
            try {
                boolean isSent = lanes.send(frame, payload, offset, length);
                if (isSent) {
                    direct.push();
                }
                return isSent;
            } finally {
                worker.unlock();
            }
        } finally {
            leave();
        }
    }

    @Override
    public boolean isOpen() {
        return failure == null && !closeSeen && inside.get() < CLOSING;
    }

    @Override
    public int poll(int limit) {
        if (!enter()) {
            return 0;
        }
        try {
            return pollInside(limit);
        } finally {
            leave();
        }
    }

    private int pollInside(int limit) {
        int count = 0;
        String end;
        worker.lock();
        try {
            service.move(this);
            lanes.forgetRefusals();
            long changes = worker.changes();
            if (changes != lookedAt) {
                step();
                count = takeUpTo(limit);
                lookedAt = count < limit ? changes : lookedAt;
            }
            if (count == 0) {
                lanes.postAgain();
            }
            lanes.report();
            end = count == 0 ? end() : null;
        } finally {
            worker.unlock();
        }
        if (end != null && hasFailed()) {
            receiver.onClosed(end, fault);
        } else if (end != null) {
            receiver.onPeerClosed(end);
        }
        return count;
    }

    private int takeUpTo(int limit) {
        int count = 0;
        while (count < limit) {
            ReceiveLane lane = lanes.next();
            if (lane == null) {
                break;
            }
            count++;
            take(lane);
        }
        return count;
    }

    /** Hands one frame over, without the lock meanwhile. */
    private void take(ReceiveLane lane) {
        MemorySegment frame = lanes.open(lane, header);
        if (frame == null) {
            lane.pass();
            return;
        }
        worker.unlock();
        Throwable seen = null;
        try {
            deliver(frame);
        } catch (RuntimeException | Error e) {
            seen = e;
        } finally {
            worker.lock();
            lane.pass();
        }
        if (seen != null) {
            // What comes next cannot be told from what was not taken.
            fault = seen;
            lanes.stop();
            fail("a frame could not be taken: " + seen);
        }
    }

    private void deliver(MemorySegment frame) {
        landing.discard();
        receiver.onHeader(header, landing);
        int length = header.payloadLength();
        if (length > 0) {
            landing.put(0, frame, Frames.HEAD, length);
            receiver.onPayload(header);
            // The link may outlive its peer for a while; the program's memory is not kept.
            landing.discard();
        }
    }

    /** How the link has ended, once, when there is nothing more to hand over. */
    private String end() {
        if (closeSeen) {
            return null;
        }
        if (fault != null) {
            fail("a frame could not be taken: " + fault);
        }
        String end = failure;
        if (end == null && lanes.isDrained()) {
            end = "its end of the link was closed";
        }
        if (end != null) {
            closeSeen = true;
        }
        return end;
    }

    @Override
    public boolean hasInput() {
        if (failure != null || !enter()) {
            return failure != null && !closeSeen;
        }
        worker.lock();
        try {
            return service.isBusy()
                    || lanes.hasInput()
                    || !closeSeen && (failure != null || lanes.isDrained());
        } finally {
            worker.unlock();
            leave();
        }
    }

    @Override
    public void watch() {
        if (enter()) {
            try {
                service.watch();
            } finally {
                leave();
            }
        }
    }

    @Override
    public String describe() {
        return "ucx %s direct=[%s] tellsErrors=%b failure=%s"
                .formatted(lanes, direct, wire.tellsErrors(), failure);
    }

    @Override
    public void close() {
        if (inside.getAndUpdate(count -> count | CLOSING) == 0) {
            tearDown();
        }
    }

    /**
     * Gives back the program's memory; nobody is inside. Unless the peer is lost, the receives stay
     * until it has said goodbye, too.
     */
    private void tearDown() {
        worker.lock();
        try {
            lanes.sayGoodbye(service.isMoving());
            direct.close();
            if (failure != null) {
                lanes.close();
            }
            depart(failure != null);
        } finally {
            service.closed(this); // also without memory for the rest: who closes waits for that
            worker.unlock();
        }
    }

    /** Moves the worker for this link alone, without handing frames over; under its lock. */
    void moveAlone() {
        service.moveAlone();
        step();
    }

    private void step() {
        lanes.step();
        direct.step();
    }

    /** Tells the peer that memory is not for it any more; under the worker's lock. */
    void signalDrop(long handle) {
        lanes.signal(Frames.DROP, handle);
    }

    /** Ends the endpoint, by force at once if the peer is not needed; under the worker's lock. */
    void depart(boolean force) {
        if (!endpointGone) {
            endpointGone = true;
            service.depart(this, force);
        }
    }

    /**
     * Gives a peer up that holds memory of the program. Where UCX cannot end an endpoint without
     * the peer, the worker is not moved any more.
     *
     * @return whether it is worth to wait on
     */
    boolean giveUp(String reason) {
        boolean first = !endpointGone;
        fail(reason);
        if (wire.tellsErrors() && first) {
            depart(true);
            return true;
        }
        service.stop(reason);
        return false;
    }

    /** Whether UCX moves memory of the program for this link; under the worker's lock. */
    boolean isMovingMemory() {
        return direct.holdsMemory();
    }

    /**
     * After the end: takes what the peer sends before it knows, for its UCX keeps the memory of a
     * message that nobody takes. Returns whether nothing more comes; under the worker's lock.
     */
    boolean isDrained() {
        step();
        lanes.discard();
        return failure != null
                || lanes.isDrained() && direct.drops().reap() == 0
                || direct.hasPeerEnded();
    }

    /** What is left to do for it after the end; under the worker's lock. */
    Lanes lanes() {
        return lanes;
    }
}
