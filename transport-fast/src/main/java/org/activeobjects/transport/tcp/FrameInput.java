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

    private static final int BUFFER_LENGTH = 16 * 1024;

    /** Bytes after which other links have their turn. */
    private static final int BYTES_PER_POLL = 1024 * 1024;

    private final StreamSocket socket;
    private final FrameParser parser;
    private final HeapBuffer buffer = new HeapBuffer(BUFFER_LENGTH);
    private int from;
    private int to;
    private boolean dry;
    private String end;
    private volatile boolean leftover;

    FrameInput(StreamSocket socket, FrameReceiver receiver) {
        this.socket = socket;
        this.parser = new FrameParser(receiver);
    }

    /** Why nothing more comes; null while something may. */
    String end() {
        return end;
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
        while (true) {
            if (from < to) {
                int left = limit - (parser.frames() - before);
                from += parser.take(buffer.view(), from, to, left);
                setLeftover();
            }
            end = parser.fault() != null ? parser.fault() : end;
            int frames = parser.frames() - before;
            if (dry || end != null || frames >= limit || budget <= 0) {
                return frames == 0 && budget < BYTES_PER_POLL ? 1 : frames;
            }
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
        if (target == null) {
            makeRoom();
            wanted = buffer.length() - to;
            got = socket.receive(buffer, to, wanted);
            to += Math.max(0, got);
        } else {
            wanted = Math.min(parser.remaining(), StreamSocket.MAX_BYTES);
            long offset = parser.directOffset();
            got =
                    target.array() != null
                            ? socket.receive(target.array(), target.byteOffset() + offset, wanted)
                            : socket.receive(target.memory(), offset, wanted);
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
