package org.activeobjects.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A socket channel that another thread than its event loop may write to, so that a sender need not
 * hand its frame over and wait for the loop to wake.
 *
 * <p>The JDK's socket channel is what makes this safe: it may be written and closed by different
 * threads, and never lets a write reach a file descriptor that has meanwhile become another file's.
 * Whoever writes here must know that nothing is queued in the pipeline.
 */
final class LinkChannel extends NioSocketChannel {

    /** A channel that is not connected yet. */
    LinkChannel() {}

    /** A channel that a server socket has accepted. */
    LinkChannel(Channel parent, SocketChannel socket) {
        super(parent, socket);
    }

    /** Writes what the socket takes at once. Returns the number of bytes, 0 if it is full. */
    int writeNow(ByteBuffer bytes) throws IOException {
        return javaChannel().write(bytes);
    }
}
