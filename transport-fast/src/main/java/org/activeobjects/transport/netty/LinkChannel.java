package org.activeobjects.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;

/**
 * A socket channel that another thread than its event loop may read and write, so that nobody need
 * hand a frame over and wait for the other to wake.
 *
 * <p>The JDK's socket channel is what makes this safe: it may be read, written and closed by
 * different threads, and never lets a call reach a file descriptor that has meanwhile become
 * another file's. Whoever writes here must know that nothing is queued in the pipeline.
 */
final class LinkChannel extends NioSocketChannel {

    private static final Logger LOG = LogManager.getLogger(LinkChannel.class);

    /**
     * Seconds, by the names of options: after a minute without traffic the system asks whether the
     * other end is there, then every ten seconds. Gateways forget connections that are silent for
     * some minutes; the system's own choice is two hours.
     */
    private static final Map<String, Integer> PROBES =
            Map.of("TCP_KEEPIDLE", 60, "TCP_KEEPINTERVAL", 10);

    private SharedReader reader;

    /** A channel that is not connected yet. */
    LinkChannel() {
        probe(javaChannel());
    }

    /** A channel that a server socket has accepted. */
    LinkChannel(Channel parent, SocketChannel socket) {
        super(parent, socket);
        probe(socket);
    }

    /** By their names, since their class is of a module that a JVM may lack. */
    @SuppressWarnings("unchecked") // those of these names are whole numbers
    private static void probe(SocketChannel socket) {
        for (SocketOption<?> option : socket.supportedOptions()) {
            Integer seconds = PROBES.get(option.name());
            if (seconds != null) {
                try {
                    socket.setOption((SocketOption<Integer>) option, seconds);
                } catch (IOException e) {
                    LOG.debug("a connection is not probed as often as others", e);
                }
            }
        }
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
