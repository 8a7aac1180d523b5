package org.activeobjects.transport.tcp;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.posix.socket.Errno;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.activeobjects.transport.spi.FrameHeader;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends on one socket: small frames are gathered and leave in one call; a large one goes straight
 * from where it lies. What the socket has no room for is kept; from then on bulk data and other
 * long frames are refused until all of that is gone, and the rest is added to it, up to a limit.
 *
 * <p>What is gathered leaves at the latest when somebody polls or waits, and when nobody does, with
 * the next look of the watching thread.
 *
 * <p><b>Threading:</b> safe, under one lock.
 */
final class FrameOutput {

    /** Payloads up to this are copied behind their header and leave with it. */
    private static final int STAGED_LENGTH = 32 * 1024;

    private static final int MAX_BACKLOG = OutputQueue.LARGE;

    /** Longer frames do not wait here for a full socket, but with who sends them. */
    private static final int MAX_WAITING = 256 * 1024 + FrameHeader.LENGTH;

    private static final String UNFINISHED = "a payload could not be sent to its end";

    private final StreamSocket socket;
    private final Watcher watcher;
    private final OutputQueue queue;
    private final Bursts bursts = new Bursts();
    private final ReentrantLock lock = new ReentrantLock();
    private Epoll.Member member;
    private volatile boolean blocked;
    private volatile boolean refused;
    private volatile boolean closed;
    private volatile String failure;
    private boolean unflushed;
    private volatile boolean keptBack;
    private volatile boolean inputWatched = true; // as every member is at first

    FrameOutput(StreamSocket socket, OutputQueue.Pool pool, Watcher watcher) {
        this.socket = socket;
        this.watcher = watcher;
        this.queue = new OutputQueue(pool);
    }

    /** Told once, before the first frame. */
    void joined(Epoll.Member newMember) {
        member = newMember;
    }

    /** Why nothing can be sent any more; null while something can. */
    String failure() {
        return failure;
    }

    /** Whether the socket has no room for what is here. */
    boolean isBlocked() {
        return blocked;
    }

    /** Number of bytes that the socket has not taken; a look without the lock. */
    int backlog() {
        return queue.length();
    }

    /** As {@link TcpLink#trySend}, for a frame that fits its lane. */
    boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
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

    private boolean sendSmall(FrameHeader header, Slice payload, long offset, int length) {
        int bytes = FrameHeader.LENGTH + length;
        if (!queue.fitsSmall(bytes) && !blocked) {
            sendQueued();
            bursts.restart();
        }
        if (blocked && !mayWait(header, bytes)) {
            return false;
        }
        queue.append(header, payload, offset, length);
        unflushed = true;
        return true;
    }

    /**
     * While the socket is full: bulk data and long elements never wait here, for what is sent after
     * them would wait behind them; other frames do as long as they fit.
     */
    private boolean mayWait(FrameHeader header, int bytes) {
        return !header.has(FrameHeader.FLAG_DATA)
                && bytes <= MAX_WAITING
                && queue.length() + bytes <= MAX_BACKLOG;
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
            unflushed = true;
            sendQueued();
            return true;
        }
        return sendFromItsPlace(header, payload, offset, length);
    }

    /** Sends a payload behind its header without a copy, but for what the socket does not take. */
    private boolean sendFromItsPlace(FrameHeader header, Slice payload, long offset, int length) {
        Objects.checkFromIndexSize(offset, length, payload.byteLength());
        requireReadable(payload);
        int sent;
        int headLength;
        try {
            queue.appendGap(); // or the kernel copies large arrays many times slower
            queue.append(header, null, 0, 0);
            headLength = queue.length();
            sent = queue.sendAhead(socket, payload, offset, length);
        } catch (RuntimeException | Error e) {
            queue.clear(); // or what is sent next would be taken for the payload
            throw e;
        }
        if (sent <= 0) {
            queue.clear();
            return !onRefusal(sent); // of what never leaves the loss tells
        }
        queue.sent(Math.min(sent, headLength));
        try {
            int first = Math.max(0, sent - headLength);
            int taken = queue.isEmpty() ? sendDirect(payload, offset, length, first) : 0;
            if (taken < length && failure == null) {
                queue.append(payload, offset + taken, length - taken);
                block();
            }
        } catch (RuntimeException | Error e) {
            // Its header is on the way: nothing that follows would make sense to the peer.
            failure = UNFINISHED; // also where there is no memory for the reason
            failure =
                    e instanceof IllegalStateException
                            ? "the memory of a payload was freed while it was sent: "
                                    + e.getMessage()
                            : UNFINISHED + ": " + e;
            throw e;
        }
        return true;
    }

    /** Before its header is on the way. */
    private static void requireReadable(Slice payload) {
        MemorySegment memory = payload.memory();
        if (memory != null && !memory.scope().isAlive()) {
            throw new IllegalStateException("the memory of the payload is closed already");
        }
        if (memory != null && !memory.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("the memory of the payload is of another thread");
        }
    }

    /** Sends what the socket takes at once. Returns bytes, with those taken before. */
    private int sendDirect(Slice payload, long offset, int length, int takenBefore) {
        int taken = takenBefore;
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
        while (!queue.isEmpty()) {
            int sent = socket.send(queue.buffer(), queue.from(), queue.length());
            if (sent <= 0) {
                unflushed = false;
                onRefusal(sent);
                return;
            }
            queue.sent(sent);
        }
        unflushed = false; // only now: if the call fails, the next flush tries again
        if (blocked) {
            blocked = false;
            tellKernel();
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
            tellKernel();
        }
    }

    /**
     * Has the kernel look for input from now on; what came before is found as well. The look is
     * part of the peer's send, and costs nothing while it is not asked for.
     */
    void watchInput() {
        if (!inputWatched) {
            lock.lock();
            try {
                watchInput(true);
            } finally {
                lock.unlock();
            }
        }
    }

    /** The kernel need not look for input. Does nothing while somebody sends: there is no hurry. */
    void leaveInput() {
        if (inputWatched && lock.tryLock()) {
            try {
                watchInput(false);
            } finally {
                lock.unlock();
            }
        }
    }

    private void watchInput(boolean isWatched) {
        if (inputWatched != isWatched) {
            inputWatched = isWatched;
            tellKernel();
        }
    }

    /** Whether the kernel looks for input; a look without the lock. */
    boolean isInputWatched() {
        return inputWatched;
    }

    private void tellKernel() {
        int input = inputWatched ? Epoll.IN : 0;
        try {
            member.lookFor(blocked ? input | Epoll.OUT : input);
        } catch (IOException e) {
            if (!closed) {
                failure = "the connection cannot be watched: " + e.getMessage();
            }
        }
    }

    /** Sends what was gathered: nothing more is at hand, or somebody waits. */
    void flush() {
        if (isToBeFlushed()) {
            lock.lock();
            flushAndUnlock();
        }
    }

    /** As {@link #flush}, unless somebody else is sending: whoever polls comes again. */
    void tryFlush() {
        if (isToBeFlushed() && lock.tryLock()) {
            flushAndUnlock();
        }
    }

    private boolean isToBeFlushed() {
        return unflushed && !blocked || keptBack || bursts.isOpen();
    }

    private void flushAndUnlock() {
        try {
            bursts.end(keptBack);
            sendGathered();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends what was gathered, or keeps it for a moment because more is likely to follow.
     *
     * @param othersFollow whether other threads are about to send
     */
    void flushSoon(boolean othersFollow) {
        lock.lock();
        try {
            if (!bursts.keepsBack(othersFollow) || !isKeptBack()) {
                sendGathered();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the watching thread will look at what stays here; it looks after it has said so. */
    private boolean isKeptBack() {
        keptBack = true;
        return !watcher.isInKernel();
    }

    private void sendGathered() {
        if (keptBack) {
            keptBack = false;
        }
        if (unflushed && !blocked) {
            sendQueued();
        }
    }

    /** By the watching thread: sends what was kept back for longer than was good. */
    void sendKeptBack() {
        if (keptBack) {
            flush();
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

    /** Sends what it can, unless somebody else is at it, and nothing more after that. */
    void close() {
        if (lock.tryLock()) {
            try {
                if (failure == null) {
                    sendQueued();
                }
            } catch (RuntimeException | Error _) {
                // What is here is lost with the link, which is to end all the same.
            } finally {
                lock.unlock();
            }
        }
        closed = true;
    }
}
