package org.activeobjects.benchmarks.p2p;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.activeobjects.benchmarks.pair.Measurement;
import org.activeobjects.benchmarks.pair.Pair;
import org.activeobjects.benchmarks.pair.Parent;
import org.activeobjects.benchmarks.pair.Plan;
import org.activeobjects.benchmarks.pair.Runs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * A ping-pong in Netty's handlers: each side answers a message when it has come whole, on its event
 * loop, with one of the same length from its own array.
 *
 * <p>A message is four bytes with its length and then that many more.
 */
public final class NettyPeer {

    private NettyPeer() {}

    /**
     * Runs one side.
     *
     * @param args the plan's words; the second side's are followed by the port of the first
     * @throws InterruptedException if somebody interrupts the main thread
     */
    public static void main(String[] args) throws InterruptedException {
        Parent.endWith();
        Plan plan = Plan.parse(args);
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, ioHandler());
        try {
            if (args.length == Plan.WORDS) {
                lead(loops, plan);
            } else {
                connect(loops, plan, Integer.parseInt(args[Plan.WORDS])).closeFuture().sync();
            }
        } finally {
            loops.shutdownGracefully().sync();
        }
    }

    private static IoHandlerFactory ioHandler() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    private static Channel connect(EventLoopGroup loops, Plan plan, int port)
            throws InterruptedException {
        return new Bootstrap()
                .group(loops)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new Player(plan.maxBytes()))
                .connect(InetAddress.getLoopbackAddress(), port)
                .sync()
                .channel();
    }

    private static void lead(EventLoopGroup loops, Plan plan) throws InterruptedException {
        CompletableFuture<Player> arrived = new CompletableFuture<>();
        Class<? extends ServerChannel> kind =
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        Channel server =
                new ServerBootstrap()
                        .group(loops)
                        .channel(kind)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(
                                new ChannelInitializer<>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        Player player = new Player(plan.maxBytes());
                                        channel.pipeline().addLast(player);
                                        arrived.complete(player);
                                    }
                                })
                        .bind(InetAddress.getLoopbackAddress(), 0)
                        .sync()
                        .channel();
        System.out.println(Pair.LISTENING + ((InetSocketAddress) server.localAddress()).getPort());
        Player player = arrived.join();
        System.out.println(Pair.LINK + (Epoll.isAvailable() ? "epoll" : "nio"));
        Runs runs = new Runs(plan, System.out);
        runs.warmUp((bytes, iterations) -> player.play((int) bytes, iterations));
        for (long bytes = plan.minBytes(); bytes <= plan.maxBytes(); bytes *= 2) {
            int size = (int) bytes;
            runs.measure(Measurement.LATENCY, size, iterations -> player.play(size, iterations));
        }
        player.end();
    }

    /** Answers messages; on the leading side it begins, and stops when it has had enough. */
    private static final class Player extends ChannelInboundHandlerAdapter {

        private final byte[] array;
        private final byte[] received;
        private final CompletableFuture<ChannelHandlerContext> active = new CompletableFuture<>();
        private long left = Long.MAX_VALUE;
        private CompletableFuture<Long> finished;
        private int expected = -1;
        private int here;

        Player(int maxBytes) {
            array = new byte[maxBytes];
            received = new byte[maxBytes];
        }

        /** Plays so many rounds. Returns the nanoseconds they took. */
        long play(int bytes, long rounds) {
            ChannelHandlerContext context = active.join();
            CompletableFuture<Long> end = new CompletableFuture<>();
            long start = System.nanoTime();
            context.executor()
                    .execute(
                            () -> {
                                left = rounds;
                                finished = end;
                                send(context, bytes);
                            });
            return end.join() - start;
        }

        void end() throws InterruptedException {
            active.join().close().sync();
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            active.complete(context);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            try {
                while (in.isReadable()) {
                    take(context, in);
                }
            } finally {
                in.release();
            }
        }

        private void take(ChannelHandlerContext context, ByteBuf in) {
            if (expected < 0) {
                // Four bytes at the start of a segment never come in pieces over loopback.
                expected = in.readInt();
                here = 0;
            }
            int now = Math.min(in.readableBytes(), expected - here);
            in.readBytes(received, here, now);
            here += now;
            if (here == expected) {
                int bytes = expected;
                expected = -1;
                answer(context, bytes);
            }
        }

        private void answer(ChannelHandlerContext context, int bytes) {
            if (--left == 0) {
                finished.complete(System.nanoTime());
            } else {
                send(context, bytes);
            }
        }

        @SuppressWarnings(
                "FutureReturnValueIgnored") // a failure ends the peer, and with it the run
        private void send(ChannelHandlerContext context, int bytes) {
            ByteBuf out = context.alloc().directBuffer(4 + bytes);
            out.writeInt(bytes).writeBytes(array, 0, bytes);
            context.writeAndFlush(out);
        }
    }
}
