package org.activeobjects.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

import org.activeobjects.transport.netty.FrameParser.WrongFrameException;
import org.activeobjects.transport.posix.CoreYield;
import org.activeobjects.transport.spi.FrameReceiver;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.RejectedExecutionException;

/** Reads on the event loop only, for a connection whose bytes must go through the pipeline. */
final class LoopReader extends FrameReader {

    private final CoreYield core = new CoreYield();

    LoopReader(Channel channel, FrameReceiver receiver) {
        super(channel, receiver);
    }

    @Override
    void start() {
        channel.config().setAutoRead(true);
    }

    @Override
    boolean isPolled() {
        return false;
    }

    @Override
    int poll(int limit) {
        return 0;
    }

    @Override
    boolean hasInput() {
        return false;
    }

    @Override
    void watch() {
        // the event loop always does
    }

    @Override
    void expectAnswer() {
        // nor does it look the less often without
    }

    @Override
    void whileStill(Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
            return;
        }
        try {
            channel.eventLoop().submit(task).syncUninterruptibly();
        } catch (RejectedExecutionException _) {
            task.run(); // the loop has ended, and reads no more
        }
    }

    /** What a write has failed for is seen before the end of what the peer sends is. */
    @Override
    boolean mayBePeers() {
        return true;
    }

    @Override
    String describe() {
        return "reads=loop";
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            MemorySegment bytes = MemorySegment.ofBuffer(in.nioBuffer());
            var _ = parser.take(bytes, 0, bytes.byteSize(), Integer.MAX_VALUE >> 1);
        } catch (WrongFrameException e) {
            closeFor(e.getMessage(), null);
        } catch (RuntimeException | Error e) {
            closeForFault(e);
        } finally {
            in.release();
        }
        if (parser.takeCompleted() > 0) {
            // The thread that waited for this may want the core at which this loop was woken, and
            // is quicker on it now than when the loop has gone back to its selector. But not where
            // others compute on that core: then each read would wait for their slice to end.
            long now = System.nanoTime();
            if (!core.isCostly(now)) {
                var _ = core.giveUp(now);
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        tellClosed();
    }
}
