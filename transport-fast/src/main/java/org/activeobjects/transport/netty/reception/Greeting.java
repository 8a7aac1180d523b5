package org.activeobjects.transport.netty.reception;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;

import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.admission.TicketKind;

import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLKeyException;

/**
 * Collects the few bytes that a connection must begin with, and nothing beyond them.
 *
 * <p>Whatever comes, no more than the greeting's length is kept; nothing is decoded, only compared.
 * A greeting that came well is the end of the reading, until the link is opened.
 */
@SuppressWarnings("FutureReturnValueIgnored") // how it ends is told by the channel going inactive
abstract class Greeting extends ChannelInboundHandlerAdapter {

    /** What RFC 9266 names and bounds the secret that tells one connection of TLS from another. */
    private static final String BINDING = "EXPORTER-Channel-Binding";

    private static final int BINDING_LENGTH = 32;
    private final TicketKind kind;
    private final byte[] received;
    private int length;

    Greeting(TicketKind kind, int expectedLength) {
        this.kind = kind;
        this.received = new byte[expectedLength];
    }

    /**
     * A ticket as it is shown here: if the connection is encrypted it is good for that one only.
     */
    static Ticket shownIn(ChannelHandlerContext context, Ticket ticket) {
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls == null) {
            return ticket;
        }
        try {
            ExtendedSSLSession session = (ExtendedSSLSession) tls.engine().getSession();
            byte[] none = {};
            return ticket.within(session.exportKeyingMaterialData(BINDING, none, BINDING_LENGTH));
        } catch (SSLKeyException e) {
            throw new IllegalStateException("TLS 1.3 has such a secret after its handshake", e);
        }
    }

    /** The whole greeting is here. Returns false if it is wrong. */
    abstract boolean accept(ChannelHandlerContext context, byte[] greeting);

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            int now = Math.min(in.readableBytes(), received.length - length);
            in.readBytes(received, length, now);
            length += now;
            boolean good = !in.isReadable() && kind.mayBeGreeting(received, length);
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
}
