package org.activeobjects.transport.ucx;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.ucx.binding.Bounces;
import org.activeobjects.transport.ucx.binding.Bounces.Bounce;
import org.activeobjects.transport.ucx.binding.Ucp;
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

    /** Control frames that may be under way each way. */
    static final int CONTROL_WINDOW = 32;

    /** Data frames that may be under way each way. */
    static final int DATA_WINDOW = 16;

    /** Longest payload of a data frame, bytes. */
    static final int MAX_CHUNK = 64 * 1024;

    private static final int MIN_CHUNK = 8 * 1024;
    private static final int SIGNAL_WINDOW = 16;
    private static final int CLOSING = 1 << 30;

    private final UcxLinkService service;
    private final UcpWorker worker;
    private final Wire wire;
    private final FrameReceiver receiver;
    private final UcxLane direct;
    private final SendLane signalsOut;
    private final SendLane controlOut;
    private final SendLane dataOut;
    private final ReceiveLane signalsIn;
    private final ReceiveLane controlIn;
    private final ReceiveLane dataIn;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile String failure;
    private volatile boolean closeSeen;
    private volatile boolean controlRefused;
    private volatile boolean dataRefused;
    private boolean goodbye;
    private long controlAnnounced;
    private long dataAnnounced;
    private boolean dataOffered;
    private boolean endpointGone;
    private Bounce current;

    /** The number of the service's round in which this link was polled last. */
    long round;

    /**
     * What a link goes through.
     *
     * @param endpoint UCX's endpoint
     * @param tagsOut tags of what it sends, the lower bits being 0
     * @param tagsIn tags of what it receives
     * @param eagerLimit longest payload of a control frame, bytes
     * @param tellsErrors whether the endpoint fails when the peer does
     */
    record Wire(long endpoint, long tagsOut, long tagsIn, int eagerLimit, boolean tellsErrors) {}

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
        this.direct = new UcxLane(this, worker, wire, peerHasEnded);
        Bounces small = service.signalBounces();
        Bounces frames = service.controlBounces();
        Bounces chunks = service.dataBounces();
        signalsOut = sendLane(small, Frames.SIGNAL_TAG, Integer.MAX_VALUE);
        controlOut = sendLane(frames, Frames.CONTROL_TAG, CONTROL_WINDOW);
        dataOut = sendLane(chunks, Frames.DATA_TAG, DATA_WINDOW);
        signalsIn = receiveLane(small, Frames.SIGNAL_TAG, Frames.SIGNAL, SIGNAL_WINDOW);
        int controlLength = Frames.HEAD + wire.eagerLimit();
        controlIn = receiveLane(frames, Frames.CONTROL_TAG, controlLength, CONTROL_WINDOW);
        dataIn = receiveLane(chunks, Frames.DATA_TAG, Frames.HEAD + MAX_CHUNK, DATA_WINDOW);
        signalsIn.open();
        controlIn.open();
    }

    private SendLane sendLane(Bounces bounces, int tag, int window) {
        return new SendLane(worker, bounces, wire.endpoint(), wire.tagsOut() | tag, window);
    }

    private ReceiveLane receiveLane(Bounces bounces, int tag, int length, int window) {
        return new ReceiveLane(worker, bounces, wire.tagsIn() | tag, length, window);
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
        return Math.clamp(messageLength >> 3, MIN_CHUNK, MAX_CHUNK) & -64;
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

    long endpoint() {
        return wire.endpoint();
    }

    boolean tellsErrors() {
        return wire.tellsErrors();
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

    private void failUnlessOk(String what, int status) {
        if (status != Ucp.OK) {
            fail("UCX cannot " + what + ": status=" + Ucp.describe(status));
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
                return send(frame, payload, offset, length);
            } finally {
                worker.unlock();
            }
        } finally {
            leave();
        }
    }

    private boolean send(FrameHeader frame, Slice payload, long offset, int length) {
        boolean isData = frame.has(FrameHeader.FLAG_DATA);
        SendLane lane = isData ? dataOut : controlOut;
        if (!lane.hasCredit()) {
            controlRefused |= !isData;
            dataRefused |= isData;
            return false;
        }
        if (isData && !dataOffered) {
            dataOffered = true;
            signal(Frames.OPEN_DATA, 0, 0);
        }
        Bounce bounce = lane.begin();
        boolean isWritten = false;
        try {
            MemorySegment memory = bounce.memory();
            Frames.putHead(memory, controlOut.sent(), controlIn.taken(), dataIn.taken());
            Frames.putHeader(memory, frame);
            if (length > 0) {
                payload.copyTo(offset, memory, Frames.HEAD, length);
            }
            isWritten = true;
        } finally {
            if (!isWritten) {
                lane.drop(bounce);
            }
        }
        controlIn.report();
        dataIn.report();
        failUnlessOk("send a frame", lane.send(bounce, Frames.HEAD + (long) length));
        direct.push();
        return true;
    }

    /** Sends a signal; under the worker's lock. */
    void signal(int kind, long one, long other) {
        Bounce bounce = signalsOut.begin();
        Frames.putHead(bounce.memory(), kind, controlIn.taken(), dataIn.taken());
        Frames.putArguments(bounce.memory(), one, other);
        controlIn.report();
        dataIn.report();
        failUnlessOk("send a signal", signalsOut.send(bounce, Frames.SIGNAL));
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
            step();
            // Whoever polls tries again what was refused.
            controlRefused &= !controlOut.hasCredit();
            dataRefused &= !dataOut.hasCredit();
            for (ReceiveLane lane = next(); lane != null && count < limit; lane = next()) {
                count++;
                take(lane);
            }
            if (count > 0) {
                report();
            }
            end = count == 0 ? end() : null;
        } finally {
            worker.unlock();
        }
        if (end != null) {
            receiver.onClosed(end, null);
        }
        return count;
    }

    /** Takes signals, and what is sent off; under the worker's lock, by any thread. */
    void step() {
        for (Bounce signal = signalsIn.peek(); signal != null; signal = signalsIn.peek()) {
            onSignal(signal.memory(), signalsIn.messageLength());
            signalsIn.pass();
        }
        failUnlessOk("receive a signal", signalsIn.failure());
        failUnlessOk("send a signal", signalsOut.reap());
        failUnlessOk("send a frame", controlOut.reap());
        failUnlessOk("send data", dataOut.reap());
        direct.step();
    }

    private void onSignal(MemorySegment signal, long length) {
        if (length != Frames.SIGNAL || !isPlausible(signal)) {
            fail("peer has sent a signal that is none: bytes=" + length);
            return;
        }
        switch (Frames.first(signal)) {
            case Frames.TAKEN -> {}
            case Frames.OPEN_DATA -> dataIn.open();
            case Frames.DROP -> direct.onDrop(Frames.firstArgument(signal));
            case Frames.GOODBYE -> {
                goodbye = true;
                controlAnnounced = Frames.firstArgument(signal);
                dataAnnounced = Frames.secondArgument(signal);
                direct.dropAll();
            }
            default -> fail("peer has sent an unknown signal: kind=" + Frames.first(signal));
        }
    }

    private boolean isPlausible(MemorySegment message) {
        return Frames.isMarked(message)
                && controlOut.acknowledge(Frames.controlTaken(message))
                && dataOut.acknowledge(Frames.dataTaken(message));
    }

    /** The lane whose message is next; control goes first, data never before its time. */
    private ReceiveLane next() {
        if (failure != null && controlIn.failure() != Ucp.OK) {
            return null;
        }
        current = controlIn.peek();
        if (current != null) {
            return controlIn;
        }
        failUnlessOk("receive a frame", controlIn.failure());
        current = dataIn.peek();
        if (current == null) {
            failUnlessOk("receive data", dataIn.failure());
            return null;
        }
        boolean isDue = controlIn.taken() - Frames.first(current.memory()) >= 0;
        return isDue ? dataIn : null;
    }

    /** Hands one frame over, without the lock meanwhile. */
    private void take(ReceiveLane lane) {
        MemorySegment frame = current.memory();
        long length = lane.messageLength();
        if (!isFrame(frame, length, lane == dataIn)) {
            fail(
                    "peer has sent a frame that is none: bytes=%d %s eagerLimit=%d"
                            .formatted(length, header, wire.eagerLimit()));
            lane.pass();
            return;
        }
        worker.unlock();
        try {
            deliver(frame);
        } finally {
            worker.lock();
            lane.pass();
        }
    }

    private boolean isFrame(MemorySegment frame, long length, boolean isData) {
        if (length < Frames.HEAD || failure != null) {
            return false;
        }
        Frames.readHeader(frame, header);
        return header.payloadLength() == length - Frames.HEAD
                && header.has(FrameHeader.FLAG_DATA) == isData
                && isPlausible(frame);
    }

    private void deliver(MemorySegment frame) {
        landing.discard();
        receiver.onHeader(header, landing);
        int length = header.payloadLength();
        if (length > 0) {
            if (landing.slice() != null) {
                landing.slice().copyFrom(landing.offset(), frame, Frames.HEAD, length);
            }
            receiver.onPayload(header);
        }
    }

    /** Tells the peer of what was taken if it may be waiting for that. */
    private void report() {
        if (failure == null && (controlIn.isReportDue() || dataIn.isReportDue())) {
            signal(Frames.TAKEN, 0, 0);
            if (controlIn.isOverrun() || dataIn.isOverrun()) {
                fail(
                        "peer sends more than it may: controlWindow=%d dataWindow=%d"
                                .formatted(CONTROL_WINDOW, DATA_WINDOW));
            }
        }
    }

    /** How the link has ended, once, when there is nothing more to hand over. */
    private String end() {
        if (closeSeen) {
            return null;
        }
        if (failure != null) {
            closeSeen = true;
            return failure;
        }
        if (isDrained()) {
            closeSeen = true;
            return "its end of the link was closed";
        }
        return null;
    }

    private boolean isDrained() {
        return goodbye
                && controlIn.taken() == (int) controlAnnounced
                && dataIn.taken() == (int) dataAnnounced;
    }

    @Override
    public boolean hasInput() {
        if (failure != null) {
            return !closeSeen;
        }
        if (!enter()) {
            return false;
        }
        worker.lock();
        try {
            return service.isBusy()
                    || next() != null
                    || signalsIn.peek() != null
                    || controlRefused && controlOut.hasCredit()
                    || dataRefused && dataOut.hasCredit()
                    || !closeSeen && (failure != null || isDrained());
        } finally {
            worker.unlock();
            leave();
        }
    }

    @Override
    public void watch() {
        if (enter()) {
            service.watch();
            leave();
        }
    }

    @Override
    public String describe() {
        return "ucx control=[%s, %s] data=[%s, %s] direct=[%s] errors=%b failure=%s"
                .formatted(
                        controlOut,
                        controlIn,
                        dataOut,
                        dataIn,
                        direct,
                        wire.tellsErrors(),
                        failure);
    }

    @Override
    public void close() {
        int before = inside.getAndUpdate(count -> count | CLOSING);
        if (before == 0) {
            tearDown();
        }
    }

    /** Everything that UCX holds for this link is given back; nobody is inside any more. */
    private void tearDown() {
        worker.lock();
        try {
            if (failure == null) {
                signal(Frames.GOODBYE, controlOut.sent(), dataOut.sent());
            }
            direct.close();
            signalsIn.close();
            controlIn.close();
            dataIn.close();
            if (!endpointGone) {
                endpointGone = true;
                service.depart(this, failure != null);
            }
            service.closed(this);
        } finally {
            worker.unlock();
        }
    }

    /** The worker ends: what is not sent off will not be; under its lock. */
    void forget() {
        signalsOut.forget();
        controlOut.forget();
        dataOut.forget();
    }

    /** Moves the worker for this link alone, without handing frames over; under its lock. */
    void moveAlone() {
        service.moveAlone();
        step();
    }

    /** Ends the endpoint now, if it can be ended without the peer; under the worker's lock. */
    void giveUpEndpoint() {
        if (!endpointGone) {
            endpointGone = true;
            service.depart(this, true);
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
            giveUpEndpoint();
            return true;
        }
        service.stop(reason);
        return false;
    }

    /** Whether UCX has sent off everything; under the worker's lock, after the end. */
    boolean isSent() {
        int ignored = signalsOut.reap() | controlOut.reap() | dataOut.reap();
        return signalsOut.isIdle() && controlOut.isIdle() && dataOut.isIdle();
    }
}
