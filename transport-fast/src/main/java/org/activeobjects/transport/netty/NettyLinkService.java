package org.activeobjects.transport.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.admission.PortOffer;
import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.netty.loop.EventLoops;
import org.activeobjects.transport.netty.reception.Reception;
import org.activeobjects.transport.netty.reception.Welcome;
import org.activeobjects.transport.netty.tls.TlsIdentity;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * One runtime's port, event loops and connections.
 *
 * <p>The proposal of an initiator is the id of a ticket; the acceptor's answer is empty, for its
 * port is in its offer. Completing, the initiator connects and shows the ticket.
 */
@SuppressWarnings("FutureReturnValueIgnored") // how it ends is told by the channel going inactive
final class NettyLinkService implements LinkService {

    /** Bytes of one read: large enough for bulk data, small enough to stay in the cache. */
    private static final int MAX_READ = 256 * 1024;

    private static final long CLOSE_MS = 1000;

    /** Ends the offer of a runtime that speaks TLS only. */
    private static final String WITH_TLS = " tls";

    private final LinkContext context;
    private final NettySettings settings;
    private final long timeoutNs;
    private final EventLoops loops;
    private final Reception reception;
    private final ChannelGroup channels =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    /** Fails when this closes, so that nobody waits for what the loops do not do any more. */
    private final CompletableFuture<Void> closing = new CompletableFuture<>();

    private Channel server;

    private NettyLinkService(LinkContext context, NettySettings settings) {
        this.context = context;
        this.settings = settings;
        this.timeoutNs = context.config().connectTimeout().toNanos();
        this.reception = new Reception(NettyLinkProvider.TICKETS, timeoutNs);
        this.loops = new EventLoops(context.runtime(), settings.io().loops());
    }

    static NettyLinkService start(LinkContext context) throws LinkUnavailableException {
        NettyLinkService service = make(context);
        InetAddress address = context.config().bindAddress();
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(service.loops)
                        .channelFactory(service.settings.io().servers())
                        .childHandler(service.initializer(true, service.reception::greeting))
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(ChannelOption.RECVBUF_ALLOCATOR, reads())
                        .bind(address, service.settings.port())
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            service.close();
            throw new LinkUnavailableException(
                    "cannot listen: bindAddress="
                            + address.getHostAddress()
                            + " netty.port="
                            + service.settings.port()
                            + " ("
                            + bound.cause().getMessage()
                            + (service.settings.port() == 0
                                    ? ")"
                                    : "); choose another port, or 0 for any"),
                    bound.cause());
        }
        service.server = bound.channel();
        return service;
    }

    private static NettyLinkService make(LinkContext context) throws LinkUnavailableException {
        NettySettings settings = NettySettings.of(context.config());
        try {
            return new NettyLinkService(context, settings);
        } catch (IllegalStateException e) {
            throw new LinkUnavailableException(
                    "the event loops cannot be started: reason="
                            + SocketKind.rootOf(e).getMessage()
                            + "; if this process has too few open files, raise its limit (ulimit"
                            + " -n)",
                    e);
        }
    }

    /** What every connection begins with: the greeting, and the handshake of TLS before it. */
    private ChannelInitializer<Channel> initializer(
            boolean accepted, Supplier<ChannelHandler> greeting) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channels.add(channel);
                TlsIdentity tls = settings.tls();
                if (tls != null) {
                    long ms = Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNs));
                    channel.pipeline()
                            .addLast(
                                    accepted
                                            ? tls.accept(channel.alloc(), ms)
                                            : tls.initiate(channel.alloc(), ms));
                }
                channel.pipeline().addLast(greeting.get());
            }
        };
    }

    private static AdaptiveRecvByteBufAllocator reads() {
        return new AdaptiveRecvByteBufAllocator(1024, 16 * 1024, MAX_READ);
    }

    @Override
    public String offer() {
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        return settings.tls() == null ? Integer.toString(port) : port + WITH_TLS;
    }

    @Override
    public String whyNot(RuntimeCard peer, String offer) {
        if (portOf(offer) < 0) {
            return "it offers no port: offer=" + offer;
        }
        boolean theirs = offer.endsWith(WITH_TLS);
        if (theirs != (settings.tls() != null)) {
            return "TLS is configured on one side only: here=%s there=%s; set %s on both sides, or on"
                    .formatted(!theirs, theirs, TlsIdentity.SETTINGS)
                    .concat(" neither");
        }
        return null;
    }

    private static int portOf(String offer) {
        return PortOffer.portOf(
                offer.endsWith(WITH_TLS)
                        ? offer.substring(0, offer.length() - WITH_TLS.length())
                        : offer);
    }

    @Override
    public PendingLink propose(LinkSession session) {
        return new Initiated(session, NettyLinkProvider.TICKETS.draw(session.key()));
    }

    @Override
    public PendingLink accept(LinkSession session, byte[] proposal)
            throws LinkUnavailableException {
        Ticket ticket = NettyLinkProvider.TICKETS.of(proposal, session.key());
        String misfit =
                portOf(session.offer()) < 0 ? null : whyNot(session.peer(), session.offer());
        if (misfit != null) {
            throw new LinkUnavailableException(misfit);
        }
        Reception.Admission admission = reception.expect(ticket);
        return new Accepted(session, admission);
    }

    @Override
    public void close() {
        closing.completeExceptionally(new ClosedChannelException());
        ChannelFuture listener = server == null ? null : server.close();
        ChannelGroupFuture connections = channels.close();
        if (!loops.areCalling()) {
            // A loop that ends before would leave them open, if it closes by requests to the
            // system.
            if (listener != null) {
                var _ = listener.awaitUninterruptibly(CLOSE_MS);
            }
            var _ = connections.awaitUninterruptibly(CLOSE_MS);
        }
        loops.end();
    }

    /** Puts the frames' handler in the greeting's place and lets the bytes come. */
    private Link open(Channel channel, LinkSession session) throws LinkUnavailableException {
        CompletableFuture<Link> link = new CompletableFuture<>();
        Runnable opening =
                () -> {
                    if (!channel.isActive()) {
                        link.completeExceptionally(new ClosedChannelException());
                        return;
                    }
                    boolean isPlain = settings.tls() == null;
                    LinkChannel socket =
                            isPlain && channel instanceof LinkChannel plain ? plain : null;
                    FrameReader reader =
                            settings.polled()
                                    ? new SharedReader(socket, session.receiver())
                                    : new LoopReader(channel, session.receiver());
                    channel.pipeline().removeLast();
                    channel.pipeline().addLast(reader);
                    link.complete(new NettyLink(channel, socket, reader, session.receiver()));
                    reader.start();
                };
        try {
            channel.eventLoop().execute(opening);
        } catch (RejectedExecutionException e) {
            link.completeExceptionally(e); // the loops have ended
        }
        return await(link, session, timeoutNs); // a step of this side alone
    }

    private void requireOpen() throws LinkUnavailableException {
        if (closing.isDone()) {
            throw new LinkUnavailableException("this runtime is closing");
        }
    }

    private <T> T await(CompletableFuture<T> future, LinkSession session, long limitNs)
            throws LinkUnavailableException {
        try {
            var _ = CompletableFuture.anyOf(future, closing).get(limitNs, TimeUnit.NANOSECONDS);
            return future.join();
        } catch (ExecutionException e) {
            requireOpen();
            Throwable why = e.getCause();
            String remedy = TlsIdentity.remedy(why);
            throw remedy == null
                    ? PortOffer.noConnection(session, why.getMessage(), why)
                    : PortOffer.noConnection(session, why.getMessage(), remedy, why);
        } catch (TimeoutException e) {
            throw PortOffer.noConnection(
                    session, PortOffer.noAnswer(context.config().connectTimeout()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw PortOffer.noConnection(session, "interrupted", e);
        }
    }

    private final class Initiated implements PendingLink {

        private final LinkSession session;
        private final Ticket ticket;
        private final CompletableFuture<Channel> proven = new CompletableFuture<>();

        Initiated(LinkSession session, Ticket ticket) {
            this.session = session;
            this.ticket = ticket;
        }

        @Override
        public byte[] message() {
            return ticket.id();
        }

        @Override
        public Link complete(byte[] answer) throws LinkUnavailableException {
            requireOpen();
            Channel connecting = connect();
            boolean opened = false;
            try {
                Channel channel = await(proven, session, session.leftNs(timeoutNs));
                Link link = open(channel, session);
                opened = true;
                return link;
            } finally {
                if (!opened) {
                    abandon();
                    close(connecting);
                }
            }
        }

        private Channel connect() {
            ChannelHandler welcome = new Welcome(NettyLinkProvider.TICKETS, ticket, proven);
            ChannelFuture connected =
                    new Bootstrap()
                            .group(loops)
                            .channelFactory(settings.io().clients())
                            .handler(initializer(false, () -> welcome))
                            .option(ChannelOption.TCP_NODELAY, true)
                            .option(ChannelOption.SO_KEEPALIVE, true)
                            .option(ChannelOption.RECVBUF_ALLOCATOR, reads())
                            .connect(session.peer().address(), portOf(session.offer()));
            connected.addListener(
                    done -> {
                        if (!done.isSuccess()) {
                            proven.completeExceptionally(SocketKind.rootOf(done.cause()));
                        }
                    });
            return connected.channel();
        }

        /** What could not even be made, for want of descriptors, has no loop that could do it. */
        private void close(Channel channel) {
            if (channel.isRegistered()) {
                channel.close();
            }
        }

        @Override
        public void abandon() {
            proven.cancel(false);
        }
    }

    private final class Accepted implements PendingLink {

        private final LinkSession session;
        private final Reception.Admission admission;

        Accepted(LinkSession session, Reception.Admission admission) {
            this.session = session;
            this.admission = admission;
        }

        @Override
        public byte[] message() {
            return new byte[0];
        }

        @Override
        public Link complete(byte[] answer) throws LinkUnavailableException {
            boolean opened = false;
            try {
                Channel channel = await(admission.channel(), session, session.leftNs(timeoutNs));
                Link link = open(channel, session);
                opened = true;
                return link;
            } finally {
                if (!opened) {
                    abandon();
                }
            }
        }

        @Override
        public void abandon() {
            reception.forget(admission);
            admission.channel().cancel(false);
            if (admission.channel().state() == Future.State.SUCCESS) {
                admission.channel().resultNow().close();
            }
        }
    }
}
