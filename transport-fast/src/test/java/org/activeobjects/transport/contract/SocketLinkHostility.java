package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.admission.TicketKind;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** What strangers, liars and the dead do to the port of the link, and what it does about them. */
@Timeout(60)
public abstract class SocketLinkHostility {

    private static final int EXPECTED = 10;

    private final LinkProvider provider;
    private final TicketKind tickets;
    private final int maxPayload;
    private final int maxStrangers;
    private final FrameRecorder received = new FrameRecorder();
    private final byte[] key = LinkPair.newKey();
    private LinkContext context;
    private LinkService service;
    private LinkSession session;
    private Link link;

    /**
     * A kind of link with sockets of its own.
     *
     * @param provider the kind
     * @param tickets its tickets
     * @param maxPayload longest payload that it takes from a peer
     * @param maxStrangers connections without a ticket that it keeps
     */
    protected SocketLinkHostility(
            LinkProvider provider, TicketKind tickets, int maxPayload, int maxStrangers) {
        this.provider = provider;
        this.tickets = tickets;
        this.maxPayload = maxPayload;
        this.maxStrangers = maxStrangers;
    }

    /**
     * Changes the settings, for a link that has more than one way to work.
     *
     * @param defaults settings so far
     * @return settings for one test; by default the same
     */
    protected TransportConfig configure(TransportConfig defaults) {
        return defaults;
    }

    @BeforeEach
    void start() throws LinkUnavailableException {
        start(Duration.ofSeconds(10));
    }

    private void start(Duration deadline) throws LinkUnavailableException {
        context =
                new LinkContext(
                        RuntimeId.random(),
                        "this host",
                        configure(TransportConfig.defaults().withTimeouts(deadline, deadline)));
        service = provider.start(context);
        service.useDoorbell(LinkPair.newBell());
        session =
                new LinkSession(
                        LinkPair.cardOf(context, provider, service),
                        service.offer(),
                        key,
                        received);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private Socket knock() throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(service.offer()));
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void assertClosedWithoutAWord(Socket socket) throws IOException {
        try {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open", e);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n",
                "SSH-2.0-scan\r\n",
                "A",
                "AOnettyX",
                "AOtcp1X",
                "\0"
            })
    void closesAStrangerAtHisFirstWrongByte(String greeting) throws IOException {
        try (Socket socket = knock()) {
            socket.getOutputStream().write(greeting.getBytes(StandardCharsets.ISO_8859_1));
            if (greeting.equals("A")) {
                socket.getOutputStream().write('B');
            }
            assertClosedWithoutAWord(socket);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void closesAStrangerWhoSendsRandomBytes(long seed) throws IOException {
        byte[] bytes = new byte[200_000];
        new Random(seed).nextBytes(bytes);
        try (Socket socket = knock()) {
            try {
                socket.getOutputStream().write(bytes);
            } catch (SocketException e) {
                assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
            }
            assertClosedWithoutAWord(socket);
        }
    }

    @Test
    void closesAStrangerWithATicketThatNobodyGave() throws IOException {
        try (Socket socket = knock()) {
            socket.getOutputStream().write(tickets.draw(key).hello());
            assertClosedWithoutAWord(socket);
        }
    }

    @Test
    void closesAStrangerWhoKnowsATicketButNotTheKey() throws Exception {
        Ticket ticket = tickets.draw(key);
        LinkService.PendingLink pending = service.accept(session, ticket.id());
        try (Socket socket = knock()) {
            socket.getOutputStream().write(tickets.of(ticket.id(), LinkPair.newKey()).hello());
            assertClosedWithoutAWord(socket);
        }
        try (Socket socket = knock()) {
            byte[] mirrored = Arrays.copyOf(ticket.hello(), Ticket.HELLO_LENGTH);
            System.arraycopy(ticket.welcome(), 8, mirrored, 24, 32);
            socket.getOutputStream().write(mirrored);
            assertClosedWithoutAWord(socket);
        }
        try (Socket rightful = knock()) {
            rightful.getOutputStream().write(ticket.hello());
            assertThat(rightful.getInputStream().readNBytes(Ticket.WELCOME_LENGTH))
                    .as("the ticket is still good")
                    .isEqualTo(ticket.welcome());
        }
        pending.abandon();
    }

    @Test
    void takesATicketOnce() throws Exception {
        Ticket ticket = tickets.draw(key);
        LinkService.PendingLink pending = service.accept(session, ticket.id());
        try (Socket first = knock();
                Socket second = knock()) {
            first.getOutputStream().write(ticket.hello());
            assertThat(first.getInputStream().readNBytes(Ticket.WELCOME_LENGTH)).hasSize(40);
            second.getOutputStream().write(ticket.hello());
            assertClosedWithoutAWord(second);
        }
        pending.abandon();
    }

    @Test
    void closesAnInitiatorWhoSaysMoreThanHello() throws Exception {
        Ticket ticket = tickets.draw(key);
        LinkService.PendingLink pending = service.accept(session, ticket.id());
        try (Socket socket = knock()) {
            socket.getOutputStream().write(Arrays.copyOf(ticket.hello(), Ticket.HELLO_LENGTH + 32));
            assertClosedWithoutAWord(socket);
        }
        pending.abandon();
        assertThat(received.frames).isEmpty();
    }

    @Test
    void forgetsAnInitiatorWhoBreaksOffAtEachByteOfHello() throws Exception {
        Ticket ticket = tickets.draw(key);
        LinkService.PendingLink pending = service.accept(session, ticket.id());
        for (int bytes = 0; bytes < Ticket.HELLO_LENGTH; bytes++) {
            try (Socket ended = knock()) {
                ended.getOutputStream().write(ticket.hello(), 0, bytes);
                ended.shutdownOutput();
                assertClosedWithoutAWord(ended);
            }
            try (Socket reset = knock()) {
                reset.getOutputStream().write(ticket.hello(), 0, bytes);
                reset.setSoLinger(true, 0);
            }
        }
        try (Socket rightful = knock()) {
            rightful.getOutputStream().write(ticket.hello());
            assertThat(rightful.getInputStream().readNBytes(Ticket.WELCOME_LENGTH))
                    .as("the ticket is still good")
                    .isEqualTo(ticket.welcome());
        }
        pending.abandon();
        assertThat(received.closings).as("no link was ever open").isEmpty();
    }

    @Test
    void closesASlowStrangerWhenHisTimeIsOver() throws Exception {
        service.close();
        start(Duration.ofMillis(200));
        try (Socket silent = knock();
                Socket slow = knock()) {
            slow.getOutputStream().write("AOne".getBytes(StandardCharsets.US_ASCII));
            assertClosedWithoutAWord(silent);
            assertClosedWithoutAWord(slow);
        }
    }

    @Test
    void closesTheOldestStrangerWhenThereAreTooMany() throws Exception {
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i <= maxStrangers; i++) {
                strangers.add(knock());
            }
            assertClosedWithoutAWord(strangers.getFirst());
            Ticket ticket = tickets.draw(key);
            LinkService.PendingLink pending = service.accept(session, ticket.id());
            Socket newest = strangers.getLast();
            newest.getOutputStream().write(ticket.hello());
            assertThat(newest.getInputStream().readNBytes(Ticket.WELCOME_LENGTH)).hasSize(40);
            pending.abandon();
        } finally {
            for (Socket socket : strangers) {
                socket.close();
            }
        }
    }

    /** As many as hold a ticket may come at once, and others besides. */
    @Test
    void keepsARoomForEachWhoHoldsATicket() throws Exception {
        Ticket ticket = tickets.draw(key);
        LinkService.PendingLink[] pending = new LinkService.PendingLink[EXPECTED];
        pending[0] = service.accept(session, ticket.id());
        for (int i = 1; i < EXPECTED; i++) {
            pending[i] = service.accept(session, tickets.draw(key).id());
        }
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i <= maxStrangers + EXPECTED; i++) {
                strangers.add(knock());
            }
            assertClosedWithoutAWord(strangers.getFirst());
            Socket next = strangers.get(EXPECTED);
            next.getOutputStream().write(ticket.hello());
            assertThat(next.getInputStream().readNBytes(Ticket.WELCOME_LENGTH)).hasSize(40);
        } finally {
            for (LinkService.PendingLink one : pending) {
                one.abandon();
            }
            for (Socket socket : strangers) {
                socket.close();
            }
        }
    }

    @Test
    void isNotTakenInByAPeerWithoutTheKey() throws Exception {
        byte[] otherKey = LinkPair.newKey();
        LinkContext other =
                new LinkContext(
                        RuntimeId.random(), "this host", configure(TransportConfig.defaults()));
        try (LinkService liar = provider.start(other)) {
            LinkSession toLiar =
                    new LinkSession(
                            LinkPair.cardOf(other, provider, liar), liar.offer(), key, received);
            LinkSession fromUs = new LinkSession(session.peer(), "", otherKey, received);
            LinkService.PendingLink proposed = service.propose(toLiar);
            LinkService.PendingLink accepted = liar.accept(fromUs, proposed.message());
            assertThatThrownBy(() -> proposed.complete(accepted.message()))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("port=" + liar.offer());
            accepted.abandon();
        }
        assertThat(received.closings).as("no link was ever open").isEmpty();
    }

    @Test
    void saysThatNobodyListens() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        LinkSession nowhere =
                new LinkSession(session.peer(), Integer.toString(port), key, received);
        assertThatThrownBy(
                        () -> {
                            LinkService.PendingLink pending = service.propose(nowhere);
                            pending.complete(new byte[0]);
                        })
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("port=" + port)
                .hasMessageContaining("refused");
    }

    @Test
    void givesUpAnInitiatorWhoNeverComes() throws Exception {
        service.close();
        start(Duration.ofMillis(200));
        LinkService.PendingLink pending = service.accept(session, tickets.draw(key).id());
        assertThatThrownBy(() -> pending.complete(new byte[0]))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("no answer within connectTimeout=PT0.2S");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "65536", "-1", "99999999999", "80; rm", " 80"})
    void refusesAnOfferThatIsNoPort(String offer) {
        assertThat(service.whyNot(session.peer(), offer)).contains("no port");
    }

    @Test
    void acceptsThePortThatItOffersItself() {
        assertThat(service.whyNot(session.peer(), service.offer())).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 0, Integer.MAX_VALUE})
    void closesAPeerWhoSendsAFrameOfAWrongLength(int given) throws Exception {
        int length = given == 0 ? maxPayload + 1 : given;
        try (Socket socket = openByHand()) {
            ByteBuffer frame = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
            frame.putLong(new FrameHeader().set(1, 1, 0, length, 0, 0, 0, 0, 0).word0());
            socket.getOutputStream().write(frame.array());
            pollUntil(() -> received.closings.size() == 1);
            assertClosedWithoutAWord(socket);
        }
        assertThat(received.closings.getFirst())
                .contains("wrong length", "payloadLength=" + length, "max=");
        assertThat(received.frames).isEmpty();
    }

    @Test
    void takesAFrameThatComesByteByByte() throws Exception {
        FrameHeader header = new FrameHeader().set(1, 1, 0, 3, 4, 5, 6, 7, 8);
        ByteBuffer frame = ByteBuffer.allocate(35).order(ByteOrder.nativeOrder());
        frame.putLong(header.word0()).putLong(header.word1());
        frame.putLong(header.word2()).putLong(header.word3());
        frame.put(new byte[] {1, 2, 3});
        try (Socket socket = openByHand()) {
            socket.setTcpNoDelay(true);
            for (int round = 0; round < 2; round++) {
                for (byte one : frame.array()) {
                    socket.getOutputStream().write(one);
                }
            }
            pollUntil(() -> received.frames.size() == 2);
        }
        assertThat(received.frames.get(1).word3()).isEqualTo(8);
        assertThat(received.frames.get(1).payload()).containsExactly(1, 2, 3);
        pollUntil(() -> received.closings.size() == 1);
        assertThat(received.closings.getFirst()).isEqualTo("the peer closed the connection");
    }

    private void pollUntil(BooleanSupplier condition) {
        await().until(
                        () -> {
                            link.poll(16);
                            return condition.getAsBoolean();
                        });
    }

    /** Plays the initiator of a link on a plain socket. */
    private Socket openByHand() throws Exception {
        Ticket ticket = tickets.draw(key);
        LinkService.PendingLink accepted = service.accept(session, ticket.id());
        Socket socket = knock();
        socket.getOutputStream().write(ticket.hello());
        assertThat(socket.getInputStream().readNBytes(Ticket.WELCOME_LENGTH))
                .isEqualTo(ticket.welcome());
        link = accepted.complete(new byte[0]);
        assertThat(link.describe()).contains(Integer.toString(socket.getLocalPort()));
        return socket;
    }

    @Test
    void saysThatAnAddressCannotBeBound() throws Exception {
        InetAddress foreign = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("job", TransportConfig.newSecret())
                        .withBindAddress(foreign);
        assertThatThrownBy(
                        () ->
                                provider.start(
                                        new LinkContext(RuntimeId.random(), "this host", config)))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("bindAddress=192.0.2.1");
    }

    @Test
    void leavesNoThreadAndNoPortBehind() throws Exception {
        String name = provider.name() + "-link-" + context.runtime().toString().substring(0, 8);
        InetSocketAddress port =
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), Integer.parseInt(service.offer()));
        try (Socket socket = openByHand()) {
            assertThat(threadNames()).anyMatch(thread -> thread.startsWith(name));
            service.close();
            service.close();
            assertClosedWithoutAWord(socket);
        }
        // Some say that a thread has terminated a moment before it is gone.
        await().until(() -> threadNames().stream().noneMatch(t -> t.startsWith(name)));
        CompletableFuture<Void> refused =
                CompletableFuture.runAsync(
                        () -> {
                            try (Socket socket = new Socket()) {
                                socket.connect(port, 1000);
                            } catch (IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        });
        assertThatThrownBy(refused::join).hasMessageContaining("refused");
    }

    private static List<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
