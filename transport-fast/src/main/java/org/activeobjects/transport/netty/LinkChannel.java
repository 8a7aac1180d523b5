package org.activeobjects.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A socket channel that another thread than its event loop may read and write, so that nobody need
 * hand a frame over and wait for the other to wake.
 *
 * <p>The JDK's socket channel is what makes this safe: it may be read, written and closed by
 * different threads, and never lets a call reach a file descriptor that has meanwhile become
 * another file's. Whoever writes here must know that nothing is queued in the pipeline.
 */
final class LinkChannel extends NioSocketChannel {

    private SharedReader reader;

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

    /** Reads what is there. Returns the number of bytes, 0 if there are none, -1 at the end. */
    int readNow(ByteBuffer room) throws IOException {
        return javaChannel().read(room);
    }

    /** Event loop: from now on tells a reader of what comes, instead of the pipeline. */
    void readBy(SharedReader newReader) {
        reader = newReader;
    }

    @Override
    protected int doReadBytes(ByteBuf room) throws Exception {
        if (reader == null) {
            return super.doReadBytes(room);
        }
        if (!reader.onReadable()) {
            clearReadPending();
        }
        return 0;
    }

    @Override
    protected void doClose() throws Exception {
        if (reader != null) {
            reader.beforeClose();
        }
        super.doClose();
    }
}
