package org.activeobjects.transport.tcp;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.posix.socket.Errno;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Link;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Frames over one connection.
 *
 * <p>Small frames are gathered until the flush and leave in one call. A large one goes straight
 * from where it lies: its header with the beginning of the payload, then the rest, piece by piece.
 * What the socket has no room for is kept; from then on bulk data is refused until all of that is
 * gone, and other frames are added to it, up to a limit.
 *
 * <p><b>Threading:</b> as {@link Link} says. The backlog is sent by whoever sends, polls, or
 * watches, under one lock.
 */
final class TcpLink implements Link {

    private static final Logger LOG = LogManager.getLogger(TcpLink.class);

    /** Longest payload of a frame of bulk data: as much as the kernel is handed in one call. */
    static final int CHUNK_LENGTH = StreamSocket.MAX_BYTES;

    /** Payloads up to this are copied behind their header and leave with it. */
    private static final int STAGED_LENGTH = 16 * 1024;

    private static final int MAX_BACKLOG = OutputQueue.LARGE;

    private final TcpLinkService service;
    private final StreamSocket socket;
    private final FrameReceiver receiver;
    private final FrameInput input;
    private final OutputQueue queue;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicBoolean closing = new AtomicBoolean();
    private Epoll.Member member;
    private volatile boolean ready = true;
    private volatile boolean blocked;
    private volatile boolean refused;
    private volatile boolean closed;
    private volatile String failure;
    private boolean unflushed;
    private Thread poller; // what it sends in answer to frames leaves together

    TcpLink(TcpLinkService service, StreamSocket socket, FrameReceiver receiver) {
        this.service = service;
        this.socket = socket;
        this.receiver = receiver;
        this.input = new FrameInput(socket, receiver, this::sendKept);
        this.queue = new OutputQueue(service.pool());
    }

    StreamSocket socket() {
        return socket;
    }

    /** Told once, before the link is used. */
    void joined(Epoll.Member newMember) {
        member = newMember;
    }

    boolean isReady() {
        return ready;
    }

    void isReady(boolean isSo) {
        ready = isSo;
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
        if (closed || failure != null) {
            return true;
        }
        lock.lock();
        try {
            boolean sent =
                    length <= STAGED_LENGTH
                            ? sendSmall(header, payload, offset, length)
                            : sendLarge(header, payload, offset, length);
            if (!sent) {
                refused = true;
            }
            return sent;
        } finally {
            lock.unlock();
        }
    }

    private void requireFits(FrameHeader header, int length) {
        int limit = header.has(FrameHeader.FLAG_DATA) ? CHUNK_LENGTH : maxPayload();
        if (length < 0 || length > limit) {
            throw new IllegalArgumentException(
                    "frame does not fit into its lane: length=" + length + " limit=" + limit);
        }
    }

    private boolean sendSmall(FrameHeader header, Slice payload, long offset, int length) {
        int bytes = FrameHeader.LENGTH + length;
        if (!queue.fitsSmall(bytes) && !blocked) {
            sendQueued();
        }
        if (blocked && !mayWait(header, bytes)) {
            return false;
        }
        queue.append(header, payload, offset, length);
        unflushed = true;
        return true;
    }

    /** While the socket is full: bulk data never waits here, other frames as long as they fit. */
    private boolean mayWait(FrameHeader header, int bytes) {
        return !header.has(FrameHeader.FLAG_DATA) && queue.length() + bytes <= MAX_BACKLOG;
    }

    private boolean sendLarge(FrameHeader header, Slice payload, long offset, int length) {
        if (!queue.isEmpty() && !blocked) {
            sendQueued();
        }
        if (blocked) {
            if (!mayWait(header, FrameHeader.LENGTH + length)) {
                return false;
            }
            queue.append(header, payload, offset, length);
            return true;
        }
        if (!FrameParser.isDirect(payload)) {
            queue.append(header, payload, offset, length);
            sendQueued();
            return true;
        }
        Objects.checkFromIndexSize(offset, length, payload.byteLength());
        requireAlive(payload);
        queue.append(header, null, 0, 0);
        int sent = socket.sendAhead(queue.buffer(), queue.from(), queue.length());
        if (sent <= 0) {
            queue.clear();
            boolean later = onRefusal(sent);
            return !later;
        }
        queue.sent(sent);
        try {
            int taken = queue.isEmpty() ? sendDirect(payload, offset, length) : 0;
            if (taken < length && failure == null) {
                queue.append(payload, offset + taken, length - taken);
                block();
            }
        } catch (IllegalStateException e) {
            // Its header is on the way: nothing that follows would make sense to the peer.
            failure = "the memory of a payload was freed while it was sent: " + e.getMessage();
            throw e;
        }
        return true;
    }

    private static void requireAlive(Slice payload) {
        MemorySegment memory = payload.memory();
        if (memory != null && !memory.scope().isAlive()) {
            throw new IllegalStateException("the memory of the payload is closed already");
        }
    }

    /** Sends what the socket takes at once. Returns bytes. */
    private int sendDirect(Slice payload, long offset, int length) {
        int taken = 0;
        while (taken < length) {
            long at = offset + taken;
            int left = length - taken;
            int sent =
                    payload.array() != null
                            ? socket.send(payload.array(), payload.byteOffset() + at, left)
                            : socket.send(payload.memory(), at, left);
            if (sent <= 0) {
                onRefusal(sent);
                return taken;
            }
            taken += sent;
        }
        return taken;
    }

    /** Sends what is queued, as far as the socket takes it. */
    private void sendQueued() {
        unflushed = false;
        while (!queue.isEmpty()) {
            int sent = socket.send(queue.buffer(), queue.from(), queue.length());
            if (sent <= 0) {
                onRefusal(sent);
                return;
            }
            queue.sent(sent);
        }
        if (blocked) {
            blocked = false;
            lookFor(Epoll.IN);
        }
    }

    /** The socket has taken nothing. Returns true if it will later, false if it never will. */
    private boolean onRefusal(int result) {
        if (result == -Errno.EAGAIN) {
            block();
            return true;
        }
        if (!closed) {
            failure = "the connection failed: " + Errno.text(-result);
        }
        queue.clear();
        return false;
    }

    private void block() {
        if (!blocked) {
            blocked = true;
            lookFor(Epoll.IN | Epoll.OUT);
        }
    }

    private void lookFor(int events) {
        try {
            member.lookFor(events);
        } catch (IOException e) {
            if (!closed) {
                failure = "the connection cannot be watched: " + e.getMessage();
            }
        }
    }

    @Override
    public void flush() {
        if (unflushed && !blocked && poller != Thread.currentThread()) {
            sendKept();
        }
    }

    /** Sends what was kept back to go together with more. */
    private void sendKept() {
        if (unflushed && !blocked) {
            lock.lock();
            try {
                if (!blocked) {
                    sendQueued();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Sends what the socket had no room for, if it has now. Returns true if a frame was refused
     * that would be taken now, so that its sender must be woken.
     */
    boolean sendBacklog() {
        if (!lock.tryLock()) {
            return false; // whoever holds it does the same
        }
        try {
            if (blocked && (socket.isWritable() || closed)) {
                sendQueued();
            }
            boolean room = refused && !blocked;
            if (room) {
                refused = false;
            }
            return room;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int poll(int limit) {
        if (closed) {
            return 0;
        }
        service.watcher().polled();
        if (blocked) {
            sendBacklog();
        }
        if (failure == null && !service.links().mayHaveInput(this)) {
            return 0;
        }
        int moved = 0;
        poller = Thread.currentThread();
        try {
            moved = input.poll(limit);
            ready = !input.isDry();
        } catch (RuntimeException e) {
            lose("a frame could not be taken: " + e, e);
        } finally {
            poller = null;
        }
        sendKept();
        if (input.end() != null) {
            lose(input.end(), null);
        } else if (moved == 0 && failure != null) {
            lose(failure, null);
        }
        return moved;
    }

    @Override
    public boolean hasInput() {
        return !closed
                && (input.hasLeftover()
                        || failure != null
                        || socket.isReadable()
                        || blocked && socket.isWritable());
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
            return "tcp %s to %s backlog=%d %s"
                    .formatted(
                            socket.localAddress(),
                            socket.peerAddress(),
                            queue.length(),
                            blocked ? "waits for room" : "has room");
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

    /** Closes, and says whether this call was the first. */
    private boolean shut() {
        if (!closing.compareAndSet(false, true)) {
            return false;
        }
        if (lock.tryLock()) {
            try {
                if (failure == null) {
                    sendQueued();
                }
            } finally {
                lock.unlock();
            }
        }
        closed = true;
        service.links().remove(this);
        socket.close();
        return true;
    }
}
