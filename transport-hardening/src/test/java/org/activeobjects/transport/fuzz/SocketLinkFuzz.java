package org.activeobjects.transport.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.code_intelligence.jazzer.api.BugDetectors;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.admission.TicketKind;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ServiceLoader;

/** The bytes that a peer with a good ticket sends over a link with a socket of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SocketLinkFuzz {

    private static final byte[] KEY = new byte[32];

    private final TicketKind tickets;
    private final String link;
    private LinkProvider provider;
    private LinkContext context;
    private LinkService service;

    /**
     * Attacks one kind of link.
     *
     * @param link its name
     * @param tickets its tickets
     */
    SocketLinkFuzz(String link, TicketKind tickets) {
        this.link = link;
        this.tickets = tickets;
    }

    @BeforeAll
    void start() {
        provider =
                ServiceLoader.load(LinkProvider.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(one -> one.name().equals(link))
                        .findFirst()
                        .orElse(null);
        assumeTrue(provider != null, "there is no link " + link);
        context = new LinkContext(RuntimeId.random(), "this host", TransportConfig.defaults());
        try {
            service = provider.start(context);
            service.useDoorbell(LinkPair.newBell());
        } catch (LinkUnavailableException e) {
            assumeTrue(false, "the link " + link + " cannot work here: " + e.getMessage());
        }
    }

    @AfterAll
    void stop() {
        if (service != null) {
            service.close();
        }
    }

    private static final class Checking implements FrameReceiver {

        private volatile String closing;

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            assertThat(closing).isNull();
            assertThat(header.payloadLength()).isBetween(0, 4 << 20);
            landing.discard();
            if (header.payloadLength() > 0 && header.tag() % 3 != 0) {
                landing.into(Slice.of(new byte[header.payloadLength()]), 0);
            }
        }

        @Override
        public void onPayload(FrameHeader header) {
            assertThat(closing).isNull();
        }

        @Override
        public void onClosed(String reason, Throwable cause) {
            assertThat(closing).isNull();
            assertThat(reason).isNotBlank();
            closing = reason;
        }
    }

    void attack(byte[] bytes) throws Exception {
        Ticket ticket = tickets.draw(KEY);
        Checking receiver = new Checking();
        String offer = service.offer();
        LinkSession session =
                new LinkSession(LinkPair.cardOf(context, provider, service), offer, KEY, receiver);
        // The fuzzer holds every connection for an attack; this one is the test's own.
        BugDetectors.allowNetworkConnections();
        LinkService.PendingLink accepted = service.accept(session, ticket.id());
        int port = Integer.parseInt(offer.replaceAll("^(\\d+).*$", "$1"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(ticket.hello());
            socket.getInputStream().readNBytes(Ticket.WELCOME_LENGTH);
            try (Link open = accepted.complete(new byte[0])) {
                send(socket, bytes);
                while (receiver.closing == null) {
                    open.poll(16);
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
        }
    }
}
