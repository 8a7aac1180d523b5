package org.activeobjects.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.activeobjects.transport.admission.Ticket;

import java.util.concurrent.CompletableFuture;

/**
 * Collects the few bytes that a connection must begin with, and nothing beyond them.
 *
 * <p>Whatever comes, no more than the greeting's length is kept; nothing is decoded, only compared.
 * A greeting that came well is the end of the reading, until the link is opened.
 */
@SuppressWarnings("FutureReturnValueIgnored") // how it ends is told by the channel going inactive
abstract class Greeting extends ChannelInboundHandlerAdapter {

    private final byte[] received;
    private int length;

    Greeting(int expectedLength) {
        received = new byte[expectedLength];
    }

    /** Whether the bytes so far may become the greeting; called with each piece. */
    abstract boolean isPlausible(byte[] soFar, int soFarLength);

    /** The whole greeting is here. Returns false if it is wrong. */
    abstract boolean accept(ChannelHandlerContext context, byte[] greeting);

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            int now = Math.min(in.readableBytes(), received.length - length);
            in.readBytes(received, length, now);
            length += now;
            boolean good = !in.isReadable() && isPlausible(received, length);
            if (good && length == received.length) {
                context.channel().config().setAutoRead(false);
                good = accept(context, received);
            }
            if (!good) {
                context.close();
            }
        } finally {
            in.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A stranger's reset is no event; one whom a caller waits for shows as a closed channel.
        context.close();
    }

    /** What an initiator waits for after its hello. */
    static final class Welcome extends Greeting {

        private final Ticket ticket;
        private final CompletableFuture<LinkChannel> proven;

        Welcome(Ticket ticket, CompletableFuture<LinkChannel> proven) {
            super(Ticket.WELCOME_LENGTH);
            this.ticket = ticket;
            this.proven = proven;
        }

        @Override
        boolean isPlausible(byte[] soFar, int soFarLength) {
            return NettyLinkProvider.TICKETS.mayBeGreeting(soFar, soFarLength);
        }

        @Override
        boolean accept(ChannelHandlerContext context, byte[] greeting) {
            return ticket.isWelcome(greeting) && proven.complete((LinkChannel) context.channel());
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(context.alloc().buffer().writeBytes(ticket.hello()));
            context.fireChannelActive();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            proven.completeExceptionally(
                    new java.io.IOException(
                            "the peer closed the connection, or its greeting was" + " wrong"));
            context.fireChannelInactive();
        }
    }
}
