package org.activeobjects.transport.netty;

import io.netty.channel.socket.nio.NioServerSocketChannel;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/** A server socket whose connections are {@link LinkChannel}s. */
final class LinkServerChannel extends NioServerSocketChannel {

    LinkServerChannel() {}

    @Override
    protected int doReadMessages(List<Object> accepted) throws IOException {
        SocketChannel socket = javaChannel().accept();
        if (socket == null) {
            return 0;
        }
        accepted.add(new LinkChannel(this, socket));
        return 1;
    }
}
