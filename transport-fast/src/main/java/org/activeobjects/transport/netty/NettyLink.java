package org.activeobjects.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Link;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sending side of one connection.
 *
 * <p>A sender writes to the socket itself while nothing is queued: waking an event loop costs more
 * than the system call. What the socket does not take is queued; from then on the event loop sends,
 * several frames at once, and senders only append, until the queue is empty again. So the bytes go
 * out in one order whoever writes them.
 */
final class NettyLink implements Link {

    /** Longest payload of a frame that is no bulk data. */
    static final int MAX_PAYLOAD = 64 * 1024;

    /**
     * Longest payload of a frame of bulk data: short enough that one is copied while the kernel
     * carries the one before, and that what is copied stays in the cache.
     */
    static final int CHUNK_LENGTH = 64 * 1024;

    /** No bulk data is queued beyond this, so that other frames wait behind little of it. */
    private static final int MAX_QUEUED_DATA = 512 * 1024;

    private static final int MAX_QUEUED = 2 * 1024 * 1024;
    private static final int STAGING_LENGTH = FrameHeader.LENGTH + CHUNK_LENGTH;

    private final Channel channel;
    private final LinkChannel socket;
    private final FrameReader reader;
    private final FrameReceiver receiver;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Staging> queue = new ArrayDeque<>();
    private Staging spare;
    private int queuedBytes;
    private boolean loopSends;
    private boolean refused;
    private volatile boolean closed;

    /**
     * The sending side of a channel.
     *
     * @param socket the same channel if senders may write to it themselves; null if its bytes leave
     *     through the pipeline only
     */
    NettyLink(Channel channel, LinkChannel socket, FrameReader reader, FrameReceiver receiver) {
        this.channel = channel;
        this.socket = socket;
        this.reader = reader;
        this.receiver = receiver;
        channel.closeFuture().addListener(_ -> drop());
    }

    @Override
    public String name() {
        return NettyLinkProvider.NAME;
    }

    @Override
    public int maxPayload() {
        return MAX_PAYLOAD;
    }

    @Override
    public int chunkLength(long messageLength) {
        return CHUNK_LENGTH;
    }

    @Override
    public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
        lock.lock();
        try {
            if (closed) {
                return true;
            }
            if (isFull(header, length)) {
                refused = true;
                return false;
            }
            stagingFor(length).append(header, payload, offset, length);
            queuedBytes += FrameHeader.LENGTH + length;
            if (!loopSends) {
                sendNow();
            }
        } finally {
            lock.unlock();
        }
        reader.expectAnswer();
        return true;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    private boolean isFull(FrameHeader header, int length) {
        int limit = header.has(FrameHeader.FLAG_DATA) ? MAX_QUEUED_DATA : MAX_QUEUED;
        return queuedBytes > 0 && queuedBytes + FrameHeader.LENGTH + length > limit;
    }

    private Staging stagingFor(int length) {
        Staging last = queue.peekLast();
        if (last != null && last.hasRoomFor(length)) {
            return last;
        }
        Staging next = spare != null ? spare : new Staging(channel.alloc(), STAGING_LENGTH);
        spare = null;
        queue.add(next);
        return next;
    }

    /**
     * Writes what is queued, or leaves it to the event loop. That is one frame, or more where to
     * write those before has failed for want of memory or stack.
     */
    private void sendNow() {
        while (socket != null && !queue.isEmpty()) {
            Staging staging = queue.element();
            try {
                int written = socket.writeNow(staging.unwritten());
                staging.written(written);
                queuedBytes -= written;
            } catch (IOException e) {
                closeFor("the connection failed: " + e, e);
                return;
            }
            if (staging.bytes() > 0) {
                break;
            }
            queue.remove();
            recycle(staging);
        }
        if (!queue.isEmpty()) {
            channel.eventLoop().execute(this::sendQueued);
            loopSends = true;
        }
    }

    private void recycle(Staging staging) {
        if (spare == null) {
            staging.clear();
            spare = staging;
        } else {
            staging.release();
        }
    }

    /** Event loop: sends what is queued, and comes again when that is gone. */
    private void sendQueued() {
        ChannelFuture last = null;
        int bytes = 0;
        Throwable failure = null;
        lock.lock();
        try {
            while (failure == null && !queue.isEmpty()) {
                Staging next = queue.remove();
                bytes += next.bytes();
                last = channel.write(next.handOver());
                failure = last.cause();
            }
            loopSends = last != null;
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            lock.unlock();
        }
        if (failure != null) { // what follows would come without what was not written
            closeFor("a write has failed", failure);
        } else if (last != null) {
            int sent = bytes;
            channel.flush();
            last.addListener(done -> onSent(sent, done.cause()));
        }
    }

    private void onSent(int bytes, Throwable failure) {
        if (failure != null) {
            closeFor("the connection failed: " + failure, failure);
            return;
        }
        boolean tell;
        lock.lock();
        try {
            queuedBytes -= bytes;
            tell = refused;
            refused = false;
        } finally {
            lock.unlock();
        }
        if (tell) {
            receiver.onRoom();
        }
        channel.eventLoop().execute(this::sendQueued);
    }

    /** An interrupt in a read of the JDK's channel closes it. */
    @Override
    public boolean bearsInterrupts() {
        return false;
    }

    @Override
    public boolean isPolled() {
        return reader.isPolled();
    }

    @Override
    public int poll(int limit) {
        return reader.poll(limit);
    }

    @Override
    public boolean hasInput() {
        return reader.hasInput();
    }

    @Override
    public void watch() {
        reader.watch();
    }

    @Override
    public void whileStill(Runnable task) {
        reader.whileStill(task);
    }

    @Override
    public String describe() {
        lock.lock();
        try {
            return "netty %s -> %s queuedBytes=%s loopSends=%s closed=%s %s"
                    .formatted(
                            channel.localAddress(),
                            channel.remoteAddress(),
                            queuedBytes,
                            loopSends,
                            closed,
                            reader.describe());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        reader.stop();
    }

    private void closeFor(String reason, Throwable cause) {
        closed = true;
        reader.closeFor(reason, cause);
    }

    /** The channel is closed: nothing of the queue will be sent. */
    private void drop() {
        lock.lock();
        try {
            closed = true;
            queue.forEach(Staging::release);
            queue.clear();
            if (spare != null) {
                spare.release();
                spare = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
