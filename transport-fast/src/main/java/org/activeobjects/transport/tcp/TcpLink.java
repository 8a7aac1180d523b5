package org.activeobjects.transport.tcp;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Link;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Frames over one connection.
 *
 * <p><b>Threading:</b> as {@link Link} says. What waits to be sent is sent by whoever sends, polls,
 * or watches.
 */
final class TcpLink implements Link {

    private static final Logger LOG = LogManager.getLogger(TcpLink.class);

    /** Longest payload of a frame of bulk data: as much as the kernel is handed in one call. */
    static final int CHUNK_LENGTH = StreamSocket.MAX_BYTES;

    private final TcpLinkService service;
    private final StreamSocket socket;
    private final FrameReceiver receiver;
    private final FrameInput input;
    private final FrameOutput output;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean ready = true;
    private volatile boolean closed;
    private Throwable fault; // of the one who polls
    private Thread poller; // what it sends in answer to frames leaves together

    TcpLink(TcpLinkService service, StreamSocket socket, FrameReceiver receiver) {
        this.service = service;
        this.socket = socket;
        this.receiver = receiver;
        this.output = new FrameOutput(socket, service.pool(), service.watcher());
        this.input = new FrameInput(socket, receiver, output::tryFlush);
    }

    StreamSocket socket() {
        return socket;
    }

    /** Told once, before the link is used. */
    void joined(Epoll.Member newMember) {
        output.joined(newMember);
    }

    boolean isReady() {
        return ready;
    }

    void setReady() {
        ready = true;
    }

    @Override
    public String name() {
        return TcpLinkProvider.NAME;
    }

    @Override
    public int maxPayload() {
        return service.settings().eagerLimit();
    }

    @Override
    public int chunkLength(long messageLength) {
        return CHUNK_LENGTH;
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
        requireFits(header, length);
        return output.trySend(header, payload, offset, length);
    }

    @Override
    public boolean isOpen() {
        return !closed && output.failure() == null;
    }

    private void requireFits(FrameHeader header, int length) {
        int limit = header.has(FrameHeader.FLAG_DATA) ? CHUNK_LENGTH : maxPayload();
        if (length < 0 || length > limit) {
            throw new IllegalArgumentException(
                    "frame does not fit into its lane: length=" + length + " limit=" + limit);
        }
    }

    @Override
    public void flush() {
        if (poller != Thread.currentThread()) {
            output.flush();
        }
    }

    @Override
    public void flushSoon() {
        if (poller != Thread.currentThread()) {
            output.flushSoon(false);
        }
    }

    @Override
    public boolean gathers() {
        return true;
    }

    @Override
    public void flushWithOthers() {
        if (poller != Thread.currentThread()) {
            output.flushSoon(true);
        }
    }

    /** Sends what the socket had no room for; as {@link FrameOutput#sendBacklog}. */
    boolean sendBacklog() {
        return output.sendBacklog();
    }

    /** Sends what has been kept back to go together with more. */
    void sendKeptBack() {
        output.sendKeptBack();
    }

    /** Has the kernel look for input; as {@link FrameOutput#watchInput}. */
    void watchInput() {
        output.watchInput();
    }

    /** Has it look no more, until told again; as {@link FrameOutput#leaveInput}. */
    void leaveInput() {
        output.leaveInput();
    }

    boolean isInputWatched() {
        return output.isInputWatched();
    }

    @Override
    public int poll(int limit) {
        if (closed) {
            return 0;
        }
        service.watcher().polled();
        if (output.isBlocked()) {
            output.sendBacklog();
        }
        output.tryFlush();
        boolean hasFailed = output.failure() != null; // before a look whether the peer has ended
        if (!hasFailed && !service.links().mayHaveInput(this)) {
            return 0;
        }
        int moved = 0;
        poller = Thread.currentThread();
        try {
            moved = fault == null ? input.poll(limit) : 0;
            ready = !input.isDry();
        } catch (RuntimeException | Error e) {
            // What comes next cannot be told from what was not taken. Known before anything else
            // can fail: frames that were handed over stay in the buffer then.
            fault = e;
        } finally {
            poller = null;
        }
        output.flush();
        if (fault != null || input.end() != null || moved == 0 && hasFailed) {
            lose();
        }
        return moved;
    }

    private void lose() {
        if (fault != null) {
            lose("a frame could not be taken: " + fault, fault);
        } else if (input.fault() != null) {
            lose(input.fault(), null);
        } else if (input.end() == null) {
            lose(output.failure(), null); // nothing but this side has ended it
        } else if (shut()) {
            receiver.onPeerClosed(input.end());
        }
    }

    @Override
    public boolean hasInput() {
        return !closed
                && (input.hasLeftover()
                        || output.failure() != null
                        || socket.isReadable()
                        || output.isBlocked() && socket.isWritable());
    }

    @Override
    public void watch() {
        service.watcher().watch();
    }

    @Override
    public String describe() {
        if (closed) {
            return "tcp closed";
        }
        try {
            return "tcp %s to %s backlog=%s %s"
                    .formatted(
                            socket.localAddress(),
                            socket.peerAddress(),
                            output.backlog(),
                            output.isBlocked() ? "waits for room" : "has room");
        } catch (IOException e) {
            LOG.trace("a socket went away while it was described", e);
            return "tcp, broken: " + e.getMessage();
        }
    }

    private void lose(String reason, Throwable cause) {
        if (shut()) {
            receiver.onClosed(reason, cause);
        }
    }

    @Override
    public void close() {
        shut();
    }

    /**
     * Closes, also what a call before has not come to, and says whether this call was the first.
     */
    private boolean shut() {
        boolean isFirst = closing.compareAndSet(false, true);
        output.close();
        closed = true;
        service.links().remove(this);
        socket.close();
        return isFirst;
    }
}
