package org.activeobjects.transport.tcp;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.admission.PortOffer;
import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.posix.socket.Errno;
import org.activeobjects.transport.posix.socket.ListeningSocket;
import org.activeobjects.transport.posix.socket.Sockets;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One runtime's port, connections and the threads that look after them.
 *
 * <p>The proposal of an initiator is the id of a ticket; the acceptor's answer is empty, for its
 * port is in its offer. Completing, the initiator connects and shows the ticket.
 *
 * <p><b>Threading:</b> safe.
 */
final class TcpLinkService implements LinkService {

    private static final int BACKLOG = 1024;

    private final LinkContext context;
    private final TcpSettings settings;
    private final long timeoutNs;
    private final ListeningSocket door;
    private final Epoll epoll;
    private final LinkSet links;
    private final Watcher watcher;
    private final Reception reception;
    private final OutputQueue.Pool pool = new OutputQueue.Pool();
    private final Set<Initiated> opening = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    private TcpLinkService(LinkContext context, TcpSettings settings, ListeningSocket door)
            throws IOException {
        this.context = context;
        this.settings = settings;
        this.timeoutNs = context.config().connectTimeout().toNanos();
        this.door = door;
        String name = "tcp-link-" + context.runtime().toString().substring(0, 8);
        this.reception = new Reception(name + "-reception", door, timeoutNs);
        Epoll set = null;
        try {
            set = new Epoll();
            this.epoll = set;
            this.links = new LinkSet(epoll);
            this.watcher = new Watcher(name + "-watcher", epoll, links);
        } catch (IOException | RuntimeException | Error e) { // such as no thread to be had
            if (set != null) {
                set.close();
            }
            reception.close();
            throw e;
        }
    }

    static TcpLinkService start(LinkContext context, TcpSettings settings)
            throws LinkUnavailableException {
        InetAddress address = context.config().bindAddress();
        ListeningSocket door = null;
        TcpLinkService service = null;
        try {
            door = Sockets.listen(new InetSocketAddress(address, 0), BACKLOG, settings.buffers());
            service = new TcpLinkService(context, settings, door);
            return service;
        } catch (IOException e) {
            throw new LinkUnavailableException(
                    "cannot listen: bindAddress="
                            + address.getHostAddress()
                            + " ("
                            + e.getMessage()
                            + ")",
                    e);
        } finally {
            if (service == null && door != null) {
                door.close();
            }
        }
    }

    TcpSettings settings() {
        return settings;
    }

    Reception reception() {
        return reception;
    }

    OutputQueue.Pool pool() {
        return pool;
    }

    LinkSet links() {
        return links;
    }

    Watcher watcher() {
        return watcher;
    }

    @Override
    public String offer() {
        return Integer.toString(door.address().getPort());
    }

    @Override
    public String whyNot(RuntimeCard peer, String offer) {
        return PortOffer.portOf(offer) < 0 ? "it offers no port: offer=" + offer : null;
    }

    @Override
    public void useDoorbell(Doorbell bell) {
        watcher.useDoorbell(bell);
    }

    @Override
    public PendingLink propose(LinkSession session) {
        return new Initiated(session, TcpLinkProvider.TICKETS.draw(session.key()));
    }

    @Override
    public PendingLink accept(LinkSession session, byte[] proposal)
            throws LinkUnavailableException {
        Ticket ticket = TcpLinkProvider.TICKETS.of(proposal, session.key());
        return new Accepted(session, reception.expect(ticket));
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        reception.close();
        opening.forEach(Initiated::abandon);
        for (TcpLink link : links.all()) {
            link.close();
        }
        watcher.close();
        epoll.close();
    }

    /** Makes a link of a proven connection, or closes it. */
    private Link open(StreamSocket socket, LinkSession session) throws IOException {
        TcpLink link = new TcpLink(this, socket, session.receiver());
        try {
            links.add(link);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        if (closed.get()) {
            link.close();
            throw new IOException("this runtime is closing");
        }
        watcher.linkAdded();
        return link;
    }

    private final class Initiated implements PendingLink {

        private final LinkSession session;
        private final Ticket ticket;
        private final AtomicBoolean abandoned = new AtomicBoolean();
        private volatile StreamSocket connecting;

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
            opening.add(this);
            try {
                if (closed.get()) {
                    throw new IOException("this runtime is closing");
                }
                return connect();
            } catch (IOException e) {
                throw PortOffer.noConnection(session, whyNot(e), e);
            } finally {
                opening.remove(this);
            }
        }

        private Link connect() throws IOException {
            InetAddress host = InetAddress.getByName(session.peer().address());
            InetSocketAddress address =
                    new InetSocketAddress(host, PortOffer.portOf(session.offer()));
            StreamSocket socket = Sockets.connect(address, settings.buffers());
            connecting = socket;
            boolean opened = false;
            try {
                if (abandoned.get()) {
                    throw new IOException("the link was given up"); // before the socket was there
                }
                long leftNs = session.leftNs(timeoutNs);
                long deadline = System.nanoTime() + leftNs;
                Sockets.finishConnect(socket, leftNs);
                greet(socket, deadline);
                Link link = open(socket, session);
                opened = true;
                return link;
            } finally {
                connecting = null;
                if (!opened) {
                    socket.close();
                }
            }
        }

        private String whyNot(IOException e) {
            if (closed.get()) {
                return "this runtime is closing";
            }
            return abandoned.get() ? "the link was given up" : e.getMessage();
        }

        private void greet(StreamSocket socket, long deadline) throws IOException {
            byte[] hello = ticket.hello();
            int sent = socket.send(hello, 0, hello.length);
            if (sent != hello.length) {
                throw new IOException("the greeting could not be sent: " + Errno.text(-sent));
            }
            byte[] welcome = new byte[Ticket.WELCOME_LENGTH];
            int length = 0;
            while (length < welcome.length) {
                int got = socket.receive(welcome, length, welcome.length - length);
                if (got == -Errno.EAGAIN) {
                    if (!socket.awaitInput(deadline - System.nanoTime()) && !socket.isClosed()) {
                        throw new IOException(
                                PortOffer.noAnswer(context.config().connectTimeout()));
                    }
                } else if (got <= 0) {
                    throw new IOException(
                            got == 0
                                    ? "the peer closed the connection, or its greeting was wrong"
                                    : Errno.text(-got));
                }
                length += Math.max(0, got);
            }
            if (!ticket.isWelcome(welcome)) {
                throw new IOException("the greeting of the peer was wrong");
            }
        }

        @Override
        public void abandon() {
            abandoned.set(true);
            StreamSocket socket = connecting;
            if (socket != null) {
                socket.close();
            }
        }
    }

    private final class Accepted implements PendingLink {

        private final LinkSession session;
        private final Reception.Admission admission;
        private final AtomicBoolean opened = new AtomicBoolean();

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
            try {
                long leftNs = session.leftNs(timeoutNs);
                StreamSocket socket = admission.socket().get(leftNs, TimeUnit.NANOSECONDS);
                Link link = open(socket, session);
                opened.set(true);
                return link;
            } catch (IOException e) {
                throw PortOffer.noConnection(session, e.getMessage(), e);
            } catch (ExecutionException e) {
                throw PortOffer.noConnection(session, e.getCause().getMessage(), e.getCause());
            } catch (CancellationException e) {
                throw PortOffer.noConnection(session, "this runtime is closing", e);
            } catch (TimeoutException e) {
                throw PortOffer.noConnection(
                        session, PortOffer.noAnswer(context.config().connectTimeout()), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw PortOffer.noConnection(session, "interrupted", e);
            } finally {
                abandon();
            }
        }

        @Override
        public void abandon() {
            if (!opened.get()) {
                reception.forget(admission);
            }
        }
    }
}
