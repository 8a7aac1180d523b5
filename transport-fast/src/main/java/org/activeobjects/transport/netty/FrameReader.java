package org.activeobjects.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Takes frames out of the stream of bytes: each piece of a payload is copied from the socket's
 * buffer to where it belongs when it comes, and no frame is ever gathered first.
 *
 * <p><b>Threading:</b> the event loop of the channel; {@link #closeFor} from any thread.
 */
@SuppressWarnings({
    "FutureReturnValueIgnored", // how it ends is told by the channel going inactive
    "ThreadPriorityCheck" // yielding hands a message over
})
final class FrameReader extends ChannelInboundHandlerAdapter {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final FrameReceiver receiver;
    private final FrameHeader header = new FrameHeader();
    private final Landing landing = new Landing();
    private final MemorySegment partialHeader =
            MemorySegment.ofArray(new long[FrameHeader.LENGTH / Long.BYTES]);
    private int headerHere;
    private int payloadLength;
    private int payloadHere;
    private boolean inPayload;
    private boolean hasCompleted;
    private volatile Closing closing;

    FrameReader(FrameReceiver receiver) {
        this.receiver = receiver;
    }

    private record Closing(String reason, Throwable cause) {}

    /** Says why the channel is about to be closed; the first reason stays. */
    void closeFor(String reason, Throwable cause) {
        if (closing == null) {
            closing = new Closing(reason, cause);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (closing == null) {
                MemorySegment bytes = MemorySegment.ofBuffer(in.nioBuffer());
                takeAll(context, bytes, bytes.byteSize());
            }
        } finally {
            in.release();
        }
        if (hasCompleted) {
            hasCompleted = false;
            // The thread that waited for this may want the core at which this loop was woken, and
            // is quicker on it now than when the loop has gone back to its selector.
            Thread.yield();
        }
    }

    private void takeAll(ChannelHandlerContext context, MemorySegment bytes, long length) {
        long at = 0;
        while (at < length && closing == null) {
            if (inPayload) {
                at += takePayload(bytes, at, (int) (length - at));
            } else {
                at += takeHeader(context, bytes, at, (int) (length - at));
            }
        }
    }

    private int takeHeader(ChannelHandlerContext context, MemorySegment bytes, long at, int here) {
        if (headerHere == 0 && here >= FrameHeader.LENGTH) {
            onHeader(context, bytes, at);
            return FrameHeader.LENGTH;
        }
        int now = Math.min(here, FrameHeader.LENGTH - headerHere);
        MemorySegment.copy(bytes, at, partialHeader, headerHere, now);
        headerHere += now;
        if (headerHere == FrameHeader.LENGTH) {
            headerHere = 0;
            onHeader(context, partialHeader, 0);
        }
        return now;
    }

    private void onHeader(ChannelHandlerContext context, MemorySegment bytes, long at) {
        header.setWords(
                bytes.get(WORD, at),
                bytes.get(WORD, at + 8),
                bytes.get(WORD, at + 16),
                bytes.get(WORD, at + 24));
        int limit =
                header.has(FrameHeader.FLAG_DATA) ? NettyLink.CHUNK_LENGTH : NettyLink.MAX_PAYLOAD;
        payloadLength = header.payloadLength();
        if (payloadLength < 0 || payloadLength > limit) {
            closeFor("the peer sent a frame of a wrong length: " + header + " max=" + limit, null);
            context.close();
            return;
        }
        landing.discard();
        receiver.onHeader(header, landing);
        inPayload = payloadLength > 0;
        hasCompleted |= !inPayload;
        payloadHere = 0;
    }

    private int takePayload(MemorySegment bytes, long at, int here) {
        int now = Math.min(here, payloadLength - payloadHere);
        if (landing.slice() != null) {
            landing.slice().copyFrom(landing.offset() + payloadHere, bytes, at, now);
        }
        payloadHere += now;
        if (payloadHere == payloadLength) {
            inPayload = false;
            receiver.onPayload(header);
            hasCompleted = true;
        }
        return now;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        closeFor("the connection failed: " + cause, cause);
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closeFor("the peer closed the connection", null);
        receiver.onClosed(closing.reason(), closing.cause());
    }
}
