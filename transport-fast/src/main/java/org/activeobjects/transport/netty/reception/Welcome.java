package org.activeobjects.transport.netty.reception;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.admission.TicketKind;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * What an initiator waits for after its hello.
 *
 * <p><b>Threading:</b> the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // how it ends is told by the channel going inactive
public final class Welcome extends Greeting {

    private final Ticket ticket;
    private final CompletableFuture<Channel> proven;

    /**
     * Says the hello of a ticket when the connection is there.
     *
     * @param kind kind of the ticket
     * @param ticket the ticket
     * @param proven completed with the channel when the right welcome has come
     */
    public Welcome(TicketKind kind, Ticket ticket, CompletableFuture<Channel> proven) {
        super(kind, Ticket.WELCOME_LENGTH);
        this.ticket = ticket;
        this.proven = proven;
    }

    @Override
    boolean accept(ChannelHandlerContext context, byte[] greeting) {
        return shownIn(context, ticket).isWelcome(greeting) && proven.complete(context.channel());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (context.pipeline().get(SslHandler.class) == null) {
            greet(context);
        } // else when it is encrypted
        context.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent done) {
            if (done.isSuccess()) {
                greet(context);
            } else {
                fail(done.cause());
            }
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(cause);
        context.close();
    }

    private void greet(ChannelHandlerContext context) {
        byte[] hello = shownIn(context, ticket).hello();
        context.writeAndFlush(context.alloc().buffer().writeBytes(hello));
    }

    private void fail(Throwable error) {
        Throwable cause = error instanceof DecoderException ? error.getCause() : error;
        proven.completeExceptionally(new IOException(String.valueOf(cause), cause));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        proven.completeExceptionally(
                new IOException("the peer closed the connection, or its greeting was wrong"));
        context.fireChannelInactive();
    }
}
