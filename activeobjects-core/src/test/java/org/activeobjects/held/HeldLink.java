package org.activeobjects.held;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/** One end of a local link, blind to what its peer sends as long as that is held. */
final class HeldLink implements Link {

    /** Kind of a frame with a message, and of a message with an answer. */
    private static final int MESSAGE = 7;

    private static final byte REPLY = 2;

    private final ArrayDeque<Frame> held = new ArrayDeque<>();
    private final Link local;
    private final RuntimeId peer;
    private final RuntimeId self;

    HeldLink(Link local, RuntimeId peer, RuntimeId self) {
        this.local = local;
        this.peer = peer;
        this.self = self;
    }

    @Override
    public String name() {
        return HeldLinkProvider.NAME;
    }

    @Override
    public int maxPayload() {
        return local.maxPayload();
    }

    @Override
    public int chunkLength(long messageLength) {
        return local.chunkLength(messageLength);
    }

    @Override
    public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
        boolean holds = HeldLinkProvider.holdsAnswer(self, peer);
        if (!holds && !sendHeld()) {
            return false;
        }
        if (holds && isToBeHeld(header, payload, offset, length)) {
            byte[] copy = new byte[length];
            payload.copyTo(offset, MemorySegment.ofArray(copy), 0, length);
            held.add(
                    new Frame(
                            new FrameHeader()
                                    .setWords(
                                            header.word0(),
                                            header.word1(),
                                            header.word2(),
                                            header.word3()),
                            copy));
            HeldLinkProvider.keepsAnswer(self, peer, true);
            return true;
        }
        return local.trySend(header, payload, offset, length);
    }

    /** The first answer, and then whatever is in its stream. */
    private boolean isToBeHeld(FrameHeader header, Slice payload, long offset, int length) {
        if (header.kind() != MESSAGE || length == 0) {
            return false;
        }
        if (!held.isEmpty()) {
            return header.tag() == held.getFirst().header().tag();
        }
        byte[] first = new byte[1];
        payload.copyTo(offset, MemorySegment.ofArray(first), 0, 1);
        return first[0] == REPLY;
    }

    private boolean sendHeld() {
        while (!held.isEmpty()) {
            Frame frame = held.getFirst();
            Slice payload = Slice.of(frame.payload());
            if (!local.trySend(frame.header(), payload, 0, frame.payload().length)) {
                return false;
            }
            held.removeFirst();
            HeldLinkProvider.keepsAnswer(self, peer, !held.isEmpty());
        }
        return true;
    }

    /** A frame that stays behind. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Frame(FrameHeader header, byte[] payload) {}

    @Override
    public void flush() {
        local.flush();
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public int poll(int limit) {
        return HeldLinkProvider.poll(peer, self, local, limit);
    }

    @Override
    public boolean hasInput() {
        return !HeldLinkProvider.isHeld(peer, self) && local.hasInput();
    }

    @Override
    public String describe() {
        return "held " + local.describe();
    }

    @Override
    public void close() {
        local.close();
    }
}
