package org.activeobjects.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.activeobjects.transport.spi.FrameReceiver;

import java.io.IOException;

/**
 * The receiving side of one connection.
 *
 * <p><b>Threading:</b> as a handler on the event loop of the channel; the rest is said per method.
 */
@SuppressWarnings("FutureReturnValueIgnored") // how it ends is told by the channel going inactive
abstract class FrameReader extends ChannelInboundHandlerAdapter {

    /** Seen at the end of what a peer sends. */
    static final String PEER_CLOSED = "the peer closed the connection";

    /** Its channel. */
    final Channel channel;

    /** Takes the frames. */
    final FrameReceiver receiver;

    /** Finds the frames. */
    final FrameParser parser;

    private volatile Closing closing;
    private Throwable fault; // until the channel is closed for it

    FrameReader(Channel channel, FrameReceiver receiver) {
        this.channel = channel;
        this.receiver = receiver;
        this.parser = new FrameParser(receiver);
    }

    private record Closing(String reason, Throwable cause) {}

    /** Event loop: begins to read, behind a greeting that has ended. */
    abstract void start();

    /** As {@code Link.isPolled}. */
    abstract boolean isPolled();

    /** As {@code Link.poll}. */
    abstract int poll(int limit);

    /** As {@code Link.hasInput}. */
    abstract boolean hasInput();

    /** As {@code Link.watch}. */
    abstract void watch();

    /** Any thread: something was sent, so that an answer may come soon. */
    abstract void expectAnswer();

    /** As {@code Link.whileStill}. */
    abstract void whileStill(Runnable task);

    /** Of a connection that is closed: whether the peer, or the way to it, may have ended it. */
    abstract boolean mayBePeers();

    /** What it is at, for diagnostics. */
    abstract String describe();

    /**
     * Any thread: closes the channel; the first reason stays. Frames that have come before are
     * still handed over, as far as they are here.
     */
    final void closeFor(String reason, Throwable cause) {
        if (closing == null) {
            closing = new Closing(reason, cause);
        }
        if (channel.eventLoop().inEventLoop()) {
            // Perhaps called by a receiver: what it was called from ends first.
            channel.eventLoop().execute(channel::close);
        } else {
            channel.close();
        }
    }

    /**
     * The thread that reads: a frame could not be taken, and what comes next cannot be told from
     * it. Hands nothing over from now on.
     */
    final void closeForFault(Throwable newFault) {
        parser.stop();
        fault = fault == null ? newFault : fault;
        closeIfFaulty();
    }

    /**
     * The thread that reads: closes for a fault for which there was no memory, or no stack, to do
     * so when it was seen.
     */
    final void closeIfFaulty() {
        if (fault != null) {
            closeFor("a frame could not be taken: " + fault, fault);
            fault = null;
        }
    }

    /** Any thread: closes the channel, and hands nothing over from now on. */
    final void stop() {
        parser.stop();
        closeFor("closed by this side", null);
    }

    /** Tells the receiver of the end: nothing comes after it. */
    final void tellClosed() {
        Closing end = closing;
        parser.release();
        if (end == null) {
            receiver.onPeerClosed(PEER_CLOSED);
        } else if (end.cause() instanceof IOException && mayBePeers()) {
            receiver.onPeerClosed(end.reason());
        } else {
            receiver.onClosed(end.reason(), end.cause());
        }
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        closeFor("the connection failed: " + cause, cause);
    }
}
