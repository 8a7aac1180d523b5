package org.activeobjects.benchmarks.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.activeobjects.benchmarks.side.Bytes;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Netty as its guides teach it, on epoll where it is there: handlers answer on the event loop. */
public final class NettySide implements Side {

    private static final WriteBufferWaterMark WATER_MARK =
            new WriteBufferWaterMark(512 << 10, 1 << 20);

    private final Bytes data;
    private final EventLoopGroup loop;
    private final NettyPlayer player;

    private NettySide(SideContext context) throws InterruptedException, ExecutionException {
        data = new Bytes(context.leads(), context.maxBytes());
        loop =
                new MultiThreadIoEventLoopGroup(
                        1,
                        Epoll.isAvailable()
                                ? EpollIoHandler.newFactory()
                                : NioIoHandler.newFactory());
        player = new NettyPlayer(data, context.leads());
        if (context.leads()) {
            CompletableFuture<Channel> arrived = new CompletableFuture<>();
            Channel server = listen(arrived);
            context.announce(((InetSocketAddress) server.localAddress()).getPort());
            arrived.get();
        } else {
            connect(Integer.parseInt(context.fromLeader().getFirst()));
        }
    }

    /**
     * Runs one side.
     *
     * @param args words of {@link SideContext}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, NettySide::new);
    }

    private Channel listen(CompletableFuture<Channel> arrived) throws InterruptedException {
        Class<? extends ServerChannel> kind =
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        return new ServerBootstrap()
                .group(loop)
                .channel(kind)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers())
                .childHandler(
                        new ChannelInitializer<>() {
                            @Override
                            protected void initChannel(Channel channel) {
                                channel.pipeline().addLast(player);
                                arrived.complete(channel);
                            }
                        })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    private void connect(int port) throws InterruptedException {
        new Bootstrap()
                .group(loop)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .option(ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers())
                .handler(player)
                .connect(InetAddress.getLoopbackAddress(), port)
                .sync();
    }

    private static AdaptiveRecvByteBufAllocator receiveBuffers() {
        return new AdaptiveRecvByteBufAllocator(64, 2 << 10, 1 << 20);
    }

    @Override
    public void run(Measurement measurement, int bytes, long iterations)
            throws InterruptedException, ExecutionException {
        player.play(measurement, bytes, iterations).get();
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        data.check(measurement, bytes);
    }

    @Override
    public void close() {
        loop.shutdownGracefully().awaitUninterruptibly();
    }
}
