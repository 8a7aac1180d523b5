package org.activeobjects.benchmarks.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;

import java.util.concurrent.CompletableFuture;

/**
 * Sends and answers messages on the event loop; a message is four bytes with its length and then
 * that many more.
 */
final class NettyPlayer extends ChannelInboundHandlerAdapter {

    private static final int ANSWER_BYTES = 8;

    private final Bytes data;
    private final boolean leads;
    private final CompletableFuture<ChannelHandlerContext> active = new CompletableFuture<>();

    // Of the event loop alone.
    private Measurement measurement;
    private int bytes;
    private long iterationsLeft;
    private int windowLeft;
    private int toSend;
    private CompletableFuture<Void> finished;
    private long early;
    private int lengthDigits;
    private int expected;
    private int here;

    NettyPlayer(Bytes data, boolean leads) {
        this.data = data;
        this.leads = leads;
    }

    /** Plays so many rounds; the future is complete after the last. */
    CompletableFuture<Void> play(Measurement what, int length, long iterations) {
        ChannelHandlerContext context = active.join();
        CompletableFuture<Void> end = new CompletableFuture<>();
        context.executor().execute(() -> begin(context, what, length, iterations, end));
        return end;
    }

    private void begin(
            ChannelHandlerContext context,
            Measurement what,
            int length,
            long iterations,
            CompletableFuture<Void> end) {
        measurement = what;
        bytes = length;
        iterationsLeft = iterations;
        windowLeft = Measurement.window(length);
        finished = end;
        if (leads || what == Measurement.EXCHANGE) {
            open(context);
        }
        while (early > 0 && finished != null) {
            early--;
            onMessage(context);
        }
    }

    /** What begins an iteration on a side that does not wait for the other's message. */
    private void open(ChannelHandlerContext context) {
        send(context, bytes, measurement == Measurement.BANDWIDTH ? Measurement.window(bytes) : 1);
    }

    private void onMessage(ChannelHandlerContext context) {
        if (finished == null) {
            early++; // the other side has begun before this one was told to
            return;
        }
        boolean follows = !leads && measurement != Measurement.EXCHANGE;
        if (follows && measurement == Measurement.BANDWIDTH && --windowLeft > 0) {
            return;
        }
        if (follows) {
            windowLeft = Measurement.window(bytes);
            send(context, measurement == Measurement.BANDWIDTH ? ANSWER_BYTES : bytes, 1);
        }
        if (--iterationsLeft == 0) {
            CompletableFuture<Void> end = finished;
            finished = null;
            end.complete(null);
        } else if (!follows) {
            open(context);
        }
    }

    private void send(ChannelHandlerContext context, int length, int messages) {
        toSend = messages;
        sendWhatFits(context, length);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a failure ends this side, and with it the run
    private void sendWhatFits(ChannelHandlerContext context, int length) {
        boolean any = false;
        while (toSend > 0 && context.channel().isWritable()) {
            ByteBuf out = context.alloc().directBuffer(Integer.BYTES + length);
            out.writeInt(length).writeBytes(data.outgoing, 0, length);
            toSend--; // before the write, which may call back here when the channel is full
            any = true;
            context.write(out);
        }
        if (any) {
            context.flush();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (toSend > 0) {
            sendWhatFits(context, bytes); // only windows come in parts
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        active.complete(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            while (in.isReadable()) {
                take(context, in);
            }
        } finally {
            in.release();
        }
    }

    private void take(ChannelHandlerContext context, ByteBuf in) {
        if (lengthDigits < Integer.BYTES) {
            expected = expected << Byte.SIZE | in.readUnsignedByte();
            lengthDigits++;
            return;
        }
        int now = Math.min(in.readableBytes(), expected - here);
        in.readBytes(data.incoming, here, now);
        here += now;
        if (here == expected) {
            lengthDigits = 0;
            expected = 0;
            here = 0;
            onMessage(context);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // there is nothing left to do with it
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        CompletableFuture<Void> end = finished;
        if (end != null) {
            end.completeExceptionally(cause);
        }
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        CompletableFuture<Void> end = finished;
        if (end != null) {
            end.completeExceptionally(new IllegalStateException("the other side is gone"));
        }
    }
}
