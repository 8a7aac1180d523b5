package org.activeobjects.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;

import org.activeobjects.transport.error.TransportException;

/**
 * What the event loops use of the operating system.
 *
 * <p>Only the JDK's channels may be used by threads other than their loop, and only they are there
 * everywhere; the classes of the others are loaded when they are chosen.
 */
enum SocketKind {
    /** The JDK's selectors and channels: on every operating system. */
    NIO {
        @Override
        Throwable whyNot() {
            return null;
        }

        @Override
        IoHandlerFactory loops() {
            return NioIoHandler.newFactory();
        }

        @Override
        ChannelFactory<ServerChannel> servers() {
            return LinkServerChannel::new;
        }

        @Override
        ChannelFactory<Channel> clients() {
            return LinkChannel::new;
        }
    },

    /** Linux' epoll, by a native library. */
    EPOLL {
        @Override
        Throwable whyNot() {
            return Epoll.unavailabilityCause();
        }

        @Override
        IoHandlerFactory loops() {
            return EpollIoHandler.newFactory();
        }

        @Override
        ChannelFactory<ServerChannel> servers() {
            return EpollServerSocketChannel::new;
        }

        @Override
        ChannelFactory<Channel> clients() {
            return EpollSocketChannel::new;
        }
    },

    /** Linux' io_uring, by a native library. */
    IO_URING {
        @Override
        Throwable whyNot() {
            return IoUring.unavailabilityCause();
        }

        @Override
        IoHandlerFactory loops() {
            return IoUringIoHandler.newFactory();
        }

        @Override
        ChannelFactory<ServerChannel> servers() {
            return IoUringServerSocketChannel::new;
        }

        @Override
        ChannelFactory<Channel> clients() {
            return IoUringSocketChannel::new;
        }
    };

    /** Why it cannot be used here; null if it can. */
    abstract Throwable whyNot();

    abstract IoHandlerFactory loops();

    abstract ChannelFactory<ServerChannel> servers();

    abstract ChannelFactory<Channel> clients();

    /** Fails if it cannot be used here. */
    SocketKind require(String setting, String value) {
        Throwable reason;
        try {
            reason = whyNot();
        } catch (NoClassDefFoundError e) {
            reason = e;
        }
        if (reason != null) {
            throw new TransportException(
                    ("not available here: %s=%s reason=%s; put io.netty:netty-transport-native-%s"
                                    + " for this system on the class path, or set %s=nio")
                            .formatted(setting, value, rootOf(reason), value, setting),
                    reason);
        }
        return this;
    }

    static Throwable rootOf(Throwable reason) {
        Throwable root = reason;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
