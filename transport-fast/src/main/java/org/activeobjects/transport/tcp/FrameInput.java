package org.activeobjects.transport.tcp;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.socket.Errno;
import org.activeobjects.transport.posix.socket.HeapBuffer;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.activeobjects.transport.spi.FrameReceiver;

/**
 * Receives from one socket: headers and small payloads through a buffer, many at once, and the rest
 * of a large payload straight to where it belongs.
 *
 * <p><b>Threading:</b> the thread that polls the link; {@link #hasLeftover} by any thread.
 */
final class FrameInput {

    private static final int BUFFER_LENGTH = 96 * 1024;

    /**
     * A payload longer than this is a long one. To have a shorter one whole in one call and to copy
     * it takes less time than a second call.
     */
    private static final int LONG = 64 * 1024;

    /** So much is asked for after a long one: the next may be long, too. */
    private static final int SHORT_LOOK = 4 * 1024;

    /** Bytes after which other links have their turn. */
    private static final int BYTES_PER_POLL = 1024 * 1024;

    private final StreamSocket socket;
    private final FrameParser parser;
    private final Runnable beforeReceive;
    private final HeapBuffer buffer = new HeapBuffer(BUFFER_LENGTH);
    private int from;
    private int to;
    private boolean dry;
    private boolean direct; // what came last went where it belongs
    private String end;
    private volatile boolean leftover;

    /**
     * Input of a connection.
     *
     * @param beforeReceive run when all frames that are here were handed over, before more is asked
     *     for
     */
    FrameInput(StreamSocket socket, FrameReceiver receiver, Runnable beforeReceive) {
        this.socket = socket;
        this.beforeReceive = beforeReceive;
        this.parser = new FrameParser(receiver);
    }

    /** Why nothing more comes; null while something may. */
    String end() {
        return end;
    }

    /** What the peer has sent that is no frame; null if that is not the end. */
    String fault() {
        return parser.fault();
    }

    /** Whether frames lie in the buffer that a poll has left there. */
    boolean hasLeftover() {
        return leftover;
    }

    /** Whether the last poll has emptied the socket. */
    boolean isDry() {
        return dry && !leftover;
    }

    /** Hands frames over. Returns their number; 1 at least if any bytes have come. */
    int poll(int limit) {
        int before = parser.frames();
        int budget = BYTES_PER_POLL;
        dry = false;
        direct = false;
        while (true) {
            if (from < to) {
                int left = limit - (parser.frames() - before);
                from += parser.take(buffer.view(), from, to, left);
                setLeftover();
            }
            end = parser.fault() != null ? parser.fault() : end;
            int frames = parser.frames() - before;
            boolean hasLong = direct && frames > 0; // somebody may have waited for just that
            if (dry || hasLong || end != null || frames >= limit || budget <= 0) {
                return frames == 0 && budget < BYTES_PER_POLL ? 1 : frames;
            }
            beforeReceive.run();
            budget -= receive();
        }
    }

    private void setLeftover() {
        boolean isThere = from < to && parser.canTake(to - from);
        if (leftover != isThere) {
            leftover = isThere;
        }
    }

    /** Returns bytes received. */
    private int receive() {
        Slice target = from == to ? parser.directTarget() : null;
        int wanted;
        int got;
        direct = target != null;
        if (!direct) {
            makeRoom();
            wanted = Math.min(buffer.length() - to, look());
            got = socket.receive(buffer, to, wanted);
            to += Math.max(0, got);
        } else {
            wanted = Math.min(parser.remaining(), StreamSocket.MAX_BYTES);
            long offset = parser.directOffset();
            try {
                got =
                        target.array() != null
                                ? socket.receive(
                                        target.array(), target.byteOffset() + offset, wanted)
                                : socket.receive(target.memory(), offset, wanted);
            } catch (IllegalStateException | WrongThreadException gone) {
                parser.loseDirect(gone);
                return 0;
            }
            if (got > 0) {
                parser.put(got);
            }
        }
        dry = got < wanted;
        if (got <= 0 && got != -Errno.EAGAIN) {
            end = got == 0 ? ending() : "the connection failed: " + Errno.text(-got);
        }
        return Math.max(0, got);
    }

    /** How much is worth to be asked for, bytes: long payloads should not go through the buffer. */
    private int look() {
        return parser.lastLength() > LONG ? parser.remaining() + SHORT_LOOK : BUFFER_LENGTH;
    }

    private String ending() {
        return parser.isInPayload() || from < to
                ? "the peer closed the connection in the middle of a frame"
                : "the peer closed the connection";
    }

    /** Moves what is left, less than a header, to the start. */
    private void makeRoom() {
        int left = to - from;
        if (from > 0 && left > 0) {
            System.arraycopy(buffer.bytes(), from, buffer.bytes(), 0, left);
        }
        from = 0;
        to = left;
    }
}
