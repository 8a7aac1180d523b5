package org.activeobjects.transport.ucx;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.ucx.binding.Bounces;
import org.activeobjects.transport.ucx.binding.Bounces.Bounce;
import org.activeobjects.transport.ucx.binding.ReceiveLane;
import org.activeobjects.transport.ucx.binding.SendLane;
import org.activeobjects.transport.ucx.binding.Ucp;
import org.activeobjects.transport.ucx.binding.UcpWorker;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The three lanes of a link each way: control frames and data frames, of which only as many are
 * under way as the peer has posted receives, and signals, which say how many were taken.
 *
 * <p>Signals need no room of their own to be told of: a side tells of half a window at a time, and
 * the other side sends at most a window before it looks.
 *
 * <p><b>Threading:</b> under the worker's lock.
 */
final class Lanes {

    private static final Logger LOG = LogManager.getLogger(Lanes.class);

    /**
     * Control frames that may be under way each way: the announcements of a window of 64 and what
     * comes between, so that such a stream does not stand still for an answer. Each takes a receive
     * of the eager limit.
     */
    static final int CONTROL_WINDOW = 96;

    /** Data frames that may be under way each way. */
    static final int DATA_WINDOW = 16;

    /** Longest payload of a data frame, bytes. */
    static final int MAX_CHUNK = 64 * 1024;

    /**
     * Payload of a data frame through shared memory, bytes: as much as UCX puts there at once.
     * About a longer one the two sides would agree first, and their copies of one message would
     * hardly overlap.
     */
    static final int SHARED_CHUNK = 8 * 1024;

    /**
     * The same through anything else, for messages shorter than the longest frame: with its head it
     * is as much as UCX sends through sockets before it would agree with the other side.
     */
    static final int PROMPT_CHUNK = SHARED_CHUNK - Frames.HEAD & -64;

    private static final int SIGNAL_WINDOW = 16;

    /**
     * What the frames of all links of a worker are in while UCX has them.
     *
     * @param arena the memory of all, to be closed when the worker is
     * @param signals pieces for signals
     * @param control pieces for control frames
     * @param data pieces for data frames
     */
    record Pieces(Arena arena, Bounces signals, Bounces control, Bounces data) {

        static Pieces of(UcpWorker worker, int eagerLimit) {
            Arena arena = Arena.ofShared();
            return new Pieces(
                    arena,
                    new Bounces(worker, arena, Frames.SIGNAL),
                    new Bounces(worker, arena, Frames.HEAD + eagerLimit),
                    new Bounces(worker, arena, Frames.HEAD + MAX_CHUNK));
        }

        /** Closes the worker, too; what UCX has not done with at the end stays as it is. */
        void closeWith(UcpWorker worker) {
            boolean isUnfinished = worker.isUnfinished();
            if (isUnfinished) {
                LOG.info("memory stays with UCX: a peer has not taken what was sent to it");
            } else {
                signals.close();
                control.close();
                data.close();
            }
            worker.close();
            if (!isUnfinished) {
                arena.close();
            }
        }
    }

    private final UcxLink link;
    private final UcxLane direct;
    private final UcpWorker worker;
    private final UcxLink.Wire wire;
    private final SendLane signalsOut;
    private final SendLane controlOut;
    private final SendLane dataOut;
    private final ReceiveLane signalsIn;
    private final ReceiveLane controlIn;
    private final ReceiveLane dataIn;
    private boolean controlRefused;
    private boolean dataRefused;
    private boolean dataOffered;
    private boolean isBroken;
    private boolean goodbye;
    private long controlAnnounced;
    private long dataAnnounced;
    private Bounce current;

    /**
     * Lanes with receives posted.
     *
     * @param service the runtime's end
     * @param link told of what goes wrong
     * @param direct told what the peer says of its memory
     * @param wire what the lanes go through
     */
    Lanes(UcxLinkService service, UcxLink link, UcxLane direct, UcxLink.Wire wire) {
        this.link = link;
        this.direct = direct;
        this.worker = service.worker();
        this.wire = wire;
        Pieces pieces = service.pieces();
        signalsOut = sendLane(pieces.signals, Frames.SIGNAL_TAG, Integer.MAX_VALUE);
        controlOut = sendLane(pieces.control, Frames.CONTROL_TAG, CONTROL_WINDOW);
        dataOut = sendLane(pieces.data, Frames.DATA_TAG, DATA_WINDOW);
        signalsIn = receiveLane(pieces.signals, Frames.SIGNAL_TAG, Frames.SIGNAL, SIGNAL_WINDOW);
        int controlLength = Frames.HEAD + wire.eagerLimit();
        controlIn = receiveLane(pieces.control, Frames.CONTROL_TAG, controlLength, CONTROL_WINDOW);
        dataIn = receiveLane(pieces.data, Frames.DATA_TAG, Frames.HEAD + MAX_CHUNK, DATA_WINDOW);
        signalsIn.open();
        controlIn.open();
    }

    private SendLane sendLane(Bounces bounces, int tag, int window) {
        return new SendLane(worker, bounces, wire.endpoint(), wire.tagsOut() | tag, window);
    }

    private ReceiveLane receiveLane(Bounces bounces, int tag, int length, int window) {
        return new ReceiveLane(worker, bounces, wire.tagsIn() | tag, length, window);
    }

    /** Bytes of the pieces in which a message goes that is longer than a control frame. */
    int chunkLength(long messageLength) {
        if (wire.sharesMemory()) {
            return SHARED_CHUNK;
        }
        return messageLength < MAX_CHUNK ? PROMPT_CHUNK : MAX_CHUNK;
    }

    /** Sends a frame; false if the peer has no room for it. */
    boolean send(FrameHeader frame, Slice payload, long offset, int length) {
        if (link.hasFailed()) {
            return true;
        }
        boolean isData = frame.has(FrameHeader.FLAG_DATA);
        SendLane lane = isData ? dataOut : controlOut;
        if (!lane.hasCredit()) {
            controlRefused |= !isData;
            dataRefused |= isData;
            return false;
        }
        if (isData && !dataOffered) {
            dataOffered = true;
            signal(Frames.OPEN_DATA, 0);
        }
        Bounce bounce = lane.begin();
        boolean isWritten = false;
        try {
            MemorySegment memory = bounce.memory();
            Frames.putHead(memory, controlOut.sent(), controlIn.room(), dataIn.room());
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
        return true;
    }

    /** Sends a signal, unless the link has failed. */
    void signal(int kind, long argument) {
        if (!link.hasFailed()) {
            send(kind, argument, 0);
        }
    }

    private void send(int kind, long one, long other) {
        Bounce bounce = signalsOut.begin();
        Frames.putHead(bounce.memory(), kind, controlIn.room(), dataIn.room());
        Frames.putArguments(bounce.memory(), one, other);
        controlIn.report();
        dataIn.report();
        failUnlessOk("send a signal", signalsOut.send(bounce, Frames.SIGNAL));
    }

    /**
     * Says that nothing comes any more; also where this side has given the link up, so that the
     * peer waits for nothing, unless it is UCX that has lost the endpoint.
     */
    void sayGoodbye(boolean isMoving) {
        if (isMoving && !(link.hasFailed() && wire.tellsErrors())) {
            send(Frames.GOODBYE, controlOut.sent(), dataOut.sent());
        }
    }

    private void failUnlessOk(String what, int status) {
        if (status != Ucp.OK) {
            link.fail("UCX cannot " + what + ": status=" + Ucp.describe(status));
        }
    }

    /** Takes signals, and what is sent off; by any thread. */
    void step() {
        for (Bounce signal = signalsIn.peek(); signal != null; signal = signalsIn.peek()) {
            onSignal(signal.memory(), signalsIn.messageLength());
            signalsIn.pass();
        }
        signalsIn.postAgain();
        failUnlessOk("receive a signal", signalsIn.failure());
        failUnlessOk("send a signal", signalsOut.reap());
        failUnlessOk("send a frame", controlOut.reap());
        failUnlessOk("send data", dataOut.reap());
    }

    private void onSignal(MemorySegment signal, long length) {
        if (length != Frames.SIGNAL || !isPlausible(signal)) {
            link.fail("peer has sent a signal that is none: bytes=" + length);
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
            default -> link.fail("peer has sent an unknown signal: kind=" + Frames.first(signal));
        }
    }

    private boolean isPlausible(MemorySegment message) {
        return Frames.isMarked(message)
                && controlOut.acknowledge(Frames.controlTaken(message))
                && dataOut.acknowledge(Frames.dataTaken(message));
    }

    /**
     * The lane whose message is next, {@code null} if there is none; control goes first, data never
     * before its time.
     */
    ReceiveLane next() {
        if (isBroken) {
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

    /** Hands nothing over any more. */
    void stop() {
        isBroken = true;
    }

    /** Opens the message that {@link #next} has told of; {@code null} if it is no frame. */
    MemorySegment open(ReceiveLane lane, FrameHeader header) {
        MemorySegment frame = current.memory();
        long length = lane.messageLength();
        if (length >= Frames.HEAD) {
            Frames.readHeader(frame, header);
            if (header.payloadLength() == length - Frames.HEAD
                    && header.has(FrameHeader.FLAG_DATA) == (lane == dataIn)
                    && isPlausible(frame)) {
                return frame;
            }
        }
        isBroken = true;
        link.fail(
                "peer has sent a frame that is none: bytes=%s %s eagerLimit=%s maxChunk=%s"
                        .formatted(length, header, wire.eagerLimit(), MAX_CHUNK));
        return null;
    }

    /** Makes room for as many frames as there was at first. */
    void postAgain() {
        controlIn.postAgain();
        dataIn.postAgain();
    }

    /** Tells the peer of the room there is if it may be waiting for that. */
    void report() {
        if (!link.hasFailed() && (controlIn.isReportDue() || dataIn.isReportDue())) {
            signal(Frames.TAKEN, 0);
            if (controlIn.isOverrun() || dataIn.isOverrun()) {
                link.fail(
                        "peer sends more than it may: controlWindow=%s dataWindow=%s"
                                .formatted(CONTROL_WINDOW, DATA_WINDOW));
            }
        }
    }

    /** Whether the peer has said goodbye, and everything it sent before is taken. */
    boolean isDrained() {
        return goodbye
                && controlIn.taken() == (int) controlAnnounced
                && dataIn.taken() == (int) dataAnnounced;
    }

    /** Whoever polls tries again what was refused. */
    void forgetRefusals() {
        controlRefused &= !controlOut.hasCredit();
        dataRefused &= !dataOut.hasCredit();
    }

    /** Whether a poll would find something, or what was refused would be taken. */
    boolean hasInput() {
        return next() != null
                || signalsIn.peek() != null
                || controlRefused && controlOut.hasCredit()
                || dataRefused && dataOut.hasCredit();
    }

    /** After the end: takes every frame that is here, and hands none over. */
    void discard() {
        for (ReceiveLane lane = next(); lane != null; lane = next()) {
            lane.pass();
        }
    }

    /** Takes the receives back. */
    void close() {
        signalsIn.close();
        controlIn.close();
        dataIn.close();
        direct.drops().close();
    }

    /** Whether UCX has sent off everything; also after the end. */
    boolean isSent() {
        var _ = signalsOut.reap() | controlOut.reap() | dataOut.reap();
        return signalsOut.isIdle() && controlOut.isIdle() && dataOut.isIdle();
    }

    /** The worker ends: nobody waits for what is not sent off. */
    void forget() {
        signalsOut.forget();
        controlOut.forget();
        dataOut.forget();
    }

    @Override
    public String toString() {
        return "control=[%s, %s] data=[%s, %s]".formatted(controlOut, controlIn, dataOut, dataIn);
    }
}
