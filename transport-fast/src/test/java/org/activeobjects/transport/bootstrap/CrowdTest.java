package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.LinkProvider;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** More connections at once than a runtime keeps: some are turned out, but no peer in the end. */
@Timeout(60)
class CrowdTest {

    private static final int MAX_HALF_OPEN = 256;
    private static final int TURNED_OUT = 2;
    private static final int PATIENCE_MS = 20_000;
    private static final byte[] LATER =
            Frames.encode(Frames.LATER, Frames.text("too many connect at once")).array();

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("crowd-" + UUID.randomUUID(), TransportConfig.newSecret())
                    .withLinks("local");
    private final ConcurrentLinkedQueue<AutoCloseable> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger knocks = new AtomicInteger();
    private Transport acceptor;
    private Transport initiator;

    /** What becomes of one who knocks at a door. */
    @FunctionalInterface
    private interface Porter {

        void receive(Socket visitor, int before) throws IOException;
    }

    @BeforeEach
    void open() {
        acceptor = keep(Transport.open(config));
        initiator = keep(Transport.open(config));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private <T extends AutoCloseable> T keep(T one) {
        open.add(one);
        return one;
    }

    @Test
    void theOldestWhoHasNotProvedItselfIsToldToTryAgain() throws Exception {
        LinkProvider provider = LinkServices.known().get("local");
        try (Intruder peer = new Intruder(acceptor.card(), config, provider, Integer.MAX_VALUE)) {
            assertThat(peer.prove(peer.greet())).isEqualTo(acceptor.card());
            Socket oldest = knock();
            oldest.getOutputStream()
                    .write(new Handshake(true, initiator.card(), config).greeting());
            List<Socket> silent = new ArrayList<>();
            while (silent.size() < MAX_HALF_OPEN) {
                silent.add(knock());
            }

            DataInputStream in = new DataInputStream(oldest.getInputStream());
            in.readFully(new byte[Handshake.GREETING_LENGTH]);
            byte[] text = new byte[in.readInt() - 1];
            assertThat(in.readByte()).isEqualTo((byte) Frames.LATER);
            in.readFully(text);
            assertThat(Frames.text(text)).isEqualTo("too many connect at once: max=256");
            assertThat(in.read()).as("its end").isNegative();

            byte[] proposal = Frames.proposal("none", new byte[0]);
            peer.socket().getOutputStream().write(Frames.encode(Frames.PROPOSE, proposal).array());
            assertThat(peer.hear(Frames.UNAVAILABLE)).as("one who has, and still is").isNotEmpty();
        }
    }

    /** Counts the lines of a logger. */
    private static final class Lines extends AbstractAppender {

        private final AtomicInteger count = new AtomicInteger();

        Lines() {
            super("lines", null, null, true, Property.EMPTY_ARRAY);
        }

        @Override
        public void append(LogEvent event) {
            count.incrementAndGet();
        }
    }

    @Test
    void aCrowdOfStrangersDoesNotFillTheLog() throws Exception {
        int turnedOut = 400;
        Lines lines = new Lines();
        lines.start();
        Logger logger = (Logger) LogManager.getLogger(BootstrapServer.class);
        Level before = logger.getLevel();
        logger.addAppender(lines); // sets all levels anew
        logger.setLevel(Level.WARN);
        try {
            List<Socket> strangers = new ArrayList<>();
            while (strangers.size() < MAX_HALF_OPEN + turnedOut) {
                strangers.add(knock());
            }
            assertThat(strangers.get(turnedOut - 1).getInputStream().read())
                    .as("the last one that is told so")
                    .isNotNegative();
        } finally {
            logger.removeAppender(lines);
            logger.setLevel(before);
        }
        assertThat(lines.count.get()).isBetween(1, turnedOut - 1);
    }

    private Socket knock() throws IOException {
        Socket socket = keep(new Socket(InetAddress.getLoopbackAddress(), acceptor.card().port()));
        socket.setSoTimeout(PATIENCE_MS);
        return socket;
    }

    @ParameterizedTest(name = "after {0} bytes of its greeting")
    @ValueSource(ints = {0, Handshake.GREETING_LENGTH})
    void whoIsTurnedOutTriesAgain(int bytes) throws Exception {
        int port = door((visitor, before) -> receiveLater(visitor, before, bytes));

        assertThat(initiator.connect("127.0.0.1", port)).isEqualTo(acceptor.card());
        assertThat(knocks).hasValue(TURNED_OUT + 1);
    }

    @Test
    void whoSendsToACardTriesAgainToo() throws Exception {
        initiator.learn(
                acceptorBehind(door((visitor, before) -> receiveLater(visitor, before, 0))));
        Endpoint from = initiator.openEndpoint();
        Endpoint to = acceptor.openEndpoint();
        int[] got = new int[1];

        from.isend(to.address(), 1, 0, Slice.of(new int[] {42}));
        to.irecv(from.address(), 1, 0, Slice.of(got)).await(Duration.ofMillis(PATIENCE_MS));

        assertThat(got).containsExactly(42);
    }

    /** The card of the acceptor, as if it listened at another port. */
    private RuntimeCard acceptorBehind(int port) {
        RuntimeCard card = acceptor.card();
        return new RuntimeCard(
                card.id(),
                card.hostName(),
                card.hostId(),
                card.pid(),
                card.address(),
                port,
                card.links());
    }

    @Test
    void whoIsTurnedOutToTheEndOfItsTimeIsToldSo() throws Exception {
        TransportConfig brief = config.withTimeouts(Duration.ofSeconds(1), Duration.ofMinutes(1));
        Transport hurried = keep(Transport.open(brief));
        int port = door((visitor, _) -> turnOut(visitor, 0));

        assertThatThrownBy(() -> hurried.connect("127.0.0.1", port))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("too many connect at once")
                .hasMessageContaining(Integer.toString(port));
        assertThat(knocks).hasValueGreaterThan(2);
    }

    @Test
    void whoGetsNoAnswerTheLastTimeIsToldSoToo() throws Exception {
        TransportConfig brief = config.withTimeouts(Duration.ofSeconds(1), Duration.ofMinutes(1));
        Transport hurried = keep(Transport.open(brief));
        int port = door(this::turnOutTheFirst);

        assertThatThrownBy(() -> hurried.connect("127.0.0.1", port))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("too many connect at once")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void whoSendsToACardAndGetsNoAnswerTheLastTimeIsToldSoToo() throws Exception {
        TransportConfig brief = config.withTimeouts(Duration.ofSeconds(1), Duration.ofMinutes(1));
        Transport hurried = keep(Transport.open(brief));
        hurried.learn(acceptorBehind(door(this::turnOutTheFirst)));
        Endpoint from = hurried.openEndpoint();
        EndpointAddress to = acceptor.openEndpoint().address();

        assertThatThrownBy(() -> from.send(to, 1, 0, Slice.of(new int[] {42})))
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("too many connect at once")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    /** The others get no answer. */
    private void turnOutTheFirst(Socket visitor, int before) throws IOException {
        if (before == 0) {
            turnOut(visitor, 0);
        }
    }

    /** A peer that is gone, or wants nobody, is found to be so at once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoIsCutOffOrRefusedDoesNotTryAgain(boolean isRefused) throws Exception {
        int port =
                door(
                        (visitor, _) -> {
                            visitor.getInputStream().readNBytes(Handshake.GREETING_LENGTH);
                            if (isRefused) {
                                byte[] no = Frames.text("not welcome");
                                visitor.getOutputStream()
                                        .write(Frames.encode(Frames.REFUSE, no).array());
                            }
                            visitor.close();
                        });

        assertThatThrownBy(() -> initiator.connect("127.0.0.1", port))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(isRefused ? "not welcome" : "its connection was closed");
        assertThat(knocks).hasValue(1);
    }

    /** Turns the first ones out, and lets the others through to the acceptor. */
    private void receiveLater(Socket visitor, int before, int bytes) throws IOException {
        if (before < TURNED_OUT) {
            turnOut(visitor, bytes);
        } else {
            Socket far = knock();
            copy(visitor, far);
            copy(far, visitor);
        }
    }

    /** Says so much of the acceptor's greeting, and that somebody may try again. */
    private void turnOut(Socket visitor, int bytes) throws IOException {
        byte[] greeting = visitor.getInputStream().readNBytes(Handshake.GREETING_LENGTH);
        try (Socket far = knock()) {
            far.getOutputStream().write(greeting);
            visitor.getOutputStream().write(far.getInputStream().readNBytes(bytes));
        }
        visitor.getOutputStream().write(LATER);
        visitor.shutdownOutput();
    }

    private int door(Porter porter) throws IOException {
        ServerSocket door = keep(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                while (true) {
                                    Socket visitor = keep(door.accept());
                                    porter.receive(visitor, knocks.getAndIncrement());
                                }
                            } catch (IOException e) {
                                assertThat(door.isClosed()).isTrue();
                            }
                        });
        return door.getLocalPort();
    }

    private static void copy(Socket from, Socket to) {
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (from;
                                    to) {
                                from.getInputStream().transferTo(to.getOutputStream());
                            } catch (IOException e) {
                                assertThat(from.isClosed() || to.isClosed()).isTrue();
                            }
                        });
    }
}
