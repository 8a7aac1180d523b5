package org.activeobjects.transport.transfer;

import org.activeobjects.transport.message.ControlFrame;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

/**
 * Sends the protocol's own frames to one peer, and counts those among them that answer an
 * announcement. An answer that still waits for room does not count: so a peer that announces
 * without reading has too many announcements open, and cannot make answers pile up here.
 *
 * <p><b>Threading:</b> sends under the peer's lock for sending; {@link #sent} any thread.
 */
public final class Answers {

    private volatile long sent;

    /** Nothing is answered yet. */
    public Answers() {}

    /**
     * Answers that have left.
     *
     * @return a number that is never behind what the peer may have seen
     */
    public long sent() {
        return sent;
    }

    /**
     * Sends a frame.
     *
     * @param frame what is sent
     * @param link where to
     * @param header to be filled
     * @return false if the link has no room
     */
    public boolean send(ControlFrame frame, Link link, FrameHeader header) {
        long before = sent;
        if (isAnswer(frame.kind(), frame.type())) {
            sent = before + 1;
        }
        return settle(before, frame.send(link, header));
    }

    /**
     * Sends a frame without payload and tag.
     *
     * @param kind kind
     * @param flags flags
     * @param source source field
     * @param word word 3
     * @param link where to
     * @param header to be filled
     * @return false if the link has no room
     */
    public boolean send(int kind, int flags, int source, long word, Link link, FrameHeader header) {
        long before = sent;
        if (isAnswer(kind, 0)) {
            sent = before + 1;
        }
        header.set(kind, 0, flags, 0, source, 0, 0, 0, word);
        return settle(before, link.trySend(header, null, 0, 0));
    }

    /** Counted before it leaves, because the peer may announce again as soon as it has it. */
    private boolean settle(long before, boolean hasLeft) {
        if (!hasLeft && sent != before) {
            sent = before;
        }
        return hasLeft;
    }

    private static boolean isAnswer(int kind, int type) {
        return kind == Wire.CLEAR_TO_SEND
                || kind == Wire.PULLED
                || kind == Wire.REFUSAL && type < Wire.LATE_MISMATCH; // others answer nothing
    }
}
