package org.activeobjects.transport.local;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.DirectLane;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;

import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * One end of a pair of queues. The payload of a frame is copied twice, into a slot and out of it;
 * what is announced before it is sent is copied once, through the {@link LocalLane}.
 *
 * <p><b>Threading:</b> as {@link Link} says.
 */
final class LocalLink implements Link {

    static final String NAME = "local";

    private static final int MAX_PAYLOAD = 8 * 1024;
    private static final int CHUNK = 64 * 1024;

    private final FrameQueue outgoing;
    private final FrameQueue incoming;
    private final Doorbell peerBell;
    private final LocalLane lane;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    // Set before any other thread knows this end.
    private FrameReceiver receiver;
    private Consumer<LocalLink> whenClosed;
    private boolean closeSeen; // by who polls; a hint for others

    LocalLink(FrameQueue outgoing, FrameQueue incoming, Doorbell peerBell) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.peerBell = peerBell;
        this.lane = new LocalLane(outgoing.exposed, incoming.exposed);
    }

    /**
     * Names whose end this is; once, before it is used or closed.
     *
     * @param newReceiver takes the frames
     * @param newWhenClosed told whenever it is closed
     */
    LocalLink belongTo(FrameReceiver newReceiver, Consumer<LocalLink> newWhenClosed) {
        receiver = newReceiver;
        whenClosed = newWhenClosed;
        return this;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int maxPayload() {
        return MAX_PAYLOAD;
    }

    @Override
    public int chunkLength(long messageLength) {
        return CHUNK;
    }

    @Override
    public boolean trySend(FrameHeader sent, Slice payload, long offset, int length) {
        if (outgoing.isClosed) {
            return true;
        }
        FrameQueue.Lane lane = sent.has(FrameHeader.FLAG_DATA) ? outgoing.data : outgoing.control;
        boolean urgent = sent.has(FrameHeader.FLAG_URGENT);
        boolean done = lane.tryPut(sent, payload, offset, length);
        if (done || urgent) {
            ring(urgent);
        }
        return done;
    }

    @Override
    public boolean isOpen() {
        return !outgoing.isClosed;
    }

    private void ring(boolean urgent) {
        VarHandle.fullFence();
        int level = peerBell.level();
        if (level == Doorbell.WAITING || level == Doorbell.IDLE && urgent) {
            peerBell.ring();
        }
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public int poll(int limit) {
        try {
            return pollLanes(limit);
        } catch (RuntimeException | Error e) { // it would come again with each round
            close();
            closeSeen = true;
            receiver.onClosed("a frame could not be taken: " + e, e);
            return 0;
        }
    }

    private int pollLanes(int limit) {
        if (closeSeen) {
            return 0;
        }
        // Data that is here now was sent after no control frame that is not: none is overtaken.
        long dataHere = incoming.data.putSoFar();
        int count = poll(incoming.control, limit, Long.MAX_VALUE);
        if (count < limit) {
            count += poll(incoming.data, limit - count, dataHere);
        }
        if (count == 0 && incoming.isClosed && isDrained()) {
            closeSeen = true;
            receiver.onPeerClosed("its end of the link was closed");
        }
        return count;
    }

    private int poll(FrameQueue.Lane lane, int limit, long end) {
        int count = 0;
        for (FrameQueue.Slot slot = lane.peek(end);
                slot != null && count < limit;
                slot = lane.peek(end)) {
            slot.read(header);
            landing.discard();
            receiver.onHeader(header, landing);
            int length = header.payloadLength();
            if (length > 0) {
                landing.put(0, slot.bytes(), 0, length);
                receiver.onPayload(header);
            }
            lane.remove();
            count++;
        }
        return count;
    }

    private boolean isDrained() {
        return incoming.control.isEmpty() && incoming.data.isEmpty();
    }

    @Override
    public boolean hasInput() {
        return !closeSeen && (!isDrained() || incoming.isClosed);
    }

    @Override
    public DirectLane directLane() {
        return lane;
    }

    @Override
    public String describe() {
        return "local control=%s data=%s peerLevel=%s"
                .formatted(outgoing.control.size(), outgoing.data.size(), peerBell.level());
    }

    @Override
    public void close() {
        incoming.isClosed = true;
        outgoing.isClosed = true;
        peerBell.ring();
        whenClosed.accept(this);
    }
}
