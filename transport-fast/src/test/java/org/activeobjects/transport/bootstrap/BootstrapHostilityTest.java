package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.LinkProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Conversations that break off, drag on, or were never meant, on both sides of the bootstrap. */
@Timeout(120)
class BootstrapHostilityTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ALL = 100_000;

    @TempDir Path memory;
    private TransportConfig config;
    private Transport victim;
    private Transport friend;

    @BeforeEach
    void open() {
        open("netty", Duration.ofSeconds(10));
    }

    private void open(String link, Duration connectTimeout) {
        config =
                TransportConfig.defaults()
                        .withJob("hostility-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withSharedMemory(memory)
                        .withLinks(link)
                        .withTimeouts(connectTimeout, Duration.ofSeconds(10));
        victim = Transport.open(config);
        friend =
                Transport.open(config.withTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(10)));
    }

    @AfterEach
    void close() {
        friend.close();
        victim.close();
        assertThat(memory).isEmptyDirectory();
    }

    private void reopen(String link, Duration connectTimeout) {
        close();
        open(link, connectTimeout);
    }

    /** The victim still has an ear for its friends. */
    private void assertServes() {
        assertThat(friend.connect("127.0.0.1", victim.card().port()).id())
                .isEqualTo(victim.card().id());
        Endpoint near = victim.openEndpoint();
        Endpoint far = friend.openEndpoint();
        far.isend(near.address(), 1, 1, Slice.of(new int[] {42}));
        int[] got = new int[1];
        near.irecv(far.address(), 1, 1, Slice.of(got)).await(PATIENCE);
        assertThat(got).containsExactly(42);
    }

    /** One in a hurry serves, too, though on a busy host not at the first attempt. */
    private void assertServesInTime() {
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(TransportException.class)
                .until(() -> friend.connect("127.0.0.1", victim.card().port()) != null);
        assertServes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "shm", "tcp", "netty"})
    void survivesAnInitiatorThatBreaksOffAtEachByte(String link) throws Exception {
        reopen(link, Duration.ofSeconds(10));
        LinkProvider provider = LinkServices.known().get(link);
        int all;
        try (Intruder whole = new Intruder(victim.card(), config, provider, ALL)) {
            assertThat(whole.play()).isTrue();
            all = ALL - whole.left();
        }
        assertThat(all).isGreaterThan(Handshake.GREETING_LENGTH + 100);
        assertServes();
        int before = openFiles();
        for (int bytes = 0; bytes < all; bytes++) {
            try (Intruder intruder = new Intruder(victim.card(), config, provider, bytes)) {
                assertThat(intruder.play()).as("%d of %d bytes", bytes, all).isFalse();
                if (bytes % 2 == 0) {
                    intruder.reset();
                }
            }
        }
        Awaitility.await().atMost(PATIENCE).until(() -> openFiles() <= before);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> {
                            try (Stream<Path> files = Files.walk(memory)) {
                                assertThat(files.filter(Files::isRegularFile))
                                        .noneMatch(
                                                f -> f.getFileName().toString().contains("pair"));
                            }
                        });
        assertServes();
    }

    private static int openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return (int) files.count();
        }
    }

    @Test
    void closesAnInitiatorThatDripsItsGreeting() throws Exception {
        reopen("netty", Duration.ofMillis(300));
        byte[] greeting = new Handshake(true, friend.card(), config).greeting();
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), victim.card().port())) {
            slow.setSoTimeout(20_000);
            drip(slow, greeting);
            assertThat(answerOf(slow)).as("bytes before the end").isEmpty();
        }
        assertServesInTime();
    }

    /** Sends a byte now and then, never all of them, until the other side has closed. */
    private static void drip(Socket socket, byte[] bytes) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        int[] next = new int[1];
        clock.scheduleAtFixedRate(
                () -> {
                    try {
                        if (next[0] < bytes.length - 1) {
                            socket.getOutputStream().write(bytes[next[0]++]);
                        }
                    } catch (IOException e) {
                        clock.shutdown();
                    }
                },
                0,
                20,
                TimeUnit.MILLISECONDS);
    }

    private static byte[] answerOf(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (java.net.SocketException e) {
            assertThat(e).hasMessageContaining("reset");
            return new byte[0];
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 77, Integer.MAX_VALUE, -1})
    void refusesAnotherVersionOfTheProtocolInWords(int version) throws Exception {
        byte[] greeting = new Handshake(true, friend.card(), config).greeting().clone();
        java.nio.ByteBuffer.wrap(greeting).putInt(8, version);
        LinkProvider provider = LinkServices.known().get("netty");
        try (Intruder old = new Intruder(victim.card(), config, provider, ALL)) {
            old.socket().getOutputStream().write(greeting);
            assertThat(old.lastWords())
                    .contains("protocol versions differ")
                    .contains("acceptor=" + Handshake.PROTOCOL_VERSION)
                    .contains("initiator=" + version)
                    .contains("same release");
        }
        assertServes();
    }

    @Test
    void refusesFramesThatDoNotFitTheStep() throws Exception {
        LinkProvider provider = LinkServices.known().get("netty");
        for (int kind = -1; kind < 20; kind++) {
            try (Intruder rude = new Intruder(victim.card(), config, provider, ALL)) {
                byte[] greeting = new Handshake(true, friend.card(), config).greeting();
                rude.socket().getOutputStream().write(greeting);
                byte[] frame = Frames.encode(kind, new byte[40]).array();
                rude.socket().getOutputStream().write(frame);
                rude.socket().getInputStream().readNBytes(Handshake.GREETING_LENGTH);
                assertThat(rude.lastWords())
                        .satisfiesAnyOf(
                                words -> assertThat(words).contains("before the proof"),
                                words -> assertThat(words).contains("secrets differ"),
                                words -> assertThat(words).isEmpty());
            }
        }
        assertServes();
    }

    @Test
    void refusesProposalsForLinksThatAreNone() throws Exception {
        LinkProvider provider = LinkServices.known().get("netty");
        Set<String> words = new HashSet<>();
        byte[][] bodies = {
            {},
            {0},
            {0, 1, 2},
            "netty".getBytes(StandardCharsets.US_ASCII),
            "netty\0".getBytes(StandardCharsets.US_ASCII),
            "shm\0x".getBytes(StandardCharsets.US_ASCII),
            "local\0x".getBytes(StandardCharsets.US_ASCII),
            "\r\n${jndi:x}\0x".getBytes(StandardCharsets.US_ASCII),
            new byte[Frames.MAX_BODY]
        };
        for (byte[] body : bodies) {
            int proof = bytesBeforeTheProposal(provider);
            try (Intruder rude = new Intruder(victim.card(), config, provider, proof)) {
                assertThat(rude.play()).isFalse();
                assertThat(rude.left()).isZero();
                rude.socket().getOutputStream().write(Frames.encode(2, body).array());
                rude.socket().shutdownOutput();
                words.add(rude.lastWords());
            }
        }
        assertThat(words).contains("a proposal without the name of a link");
        assertServes();
    }

    /** Greeting and proof; the length of the proof depends on the ports in the card. */
    private int bytesBeforeTheProposal(LinkProvider provider) throws Exception {
        try (Intruder whole = new Intruder(victim.card(), config, provider, ALL)) {
            assertThat(whole.play()).isTrue();
            int proposal = Frames.PREFIX + Frames.proposal("netty", new byte[16]).length;
            return ALL - whole.left() - proposal - Frames.PREFIX;
        }
    }

    @Test
    void givesUpAnAcceptorThatBreaksOffAtEachByteOfItsGreeting() throws Exception {
        byte[] greeting = new Handshake(false, friend.card(), config).greeting();
        try (ServerSocket liar = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (int bytes = 0; bytes <= greeting.length; bytes++) {
                CompletableFuture<Object> connecting = connecting(liar);
                try (Socket socket = liar.accept()) {
                    socket.getInputStream().readNBytes(Handshake.GREETING_LENGTH);
                    socket.getOutputStream().write(greeting, 0, bytes);
                }
                assertUnreachable(connecting, liar);
            }
        }
        assertServes();
    }

    private CompletableFuture<Object> connecting(ServerSocket liar) {
        return CompletableFuture.supplyAsync(
                () -> victim.connect("127.0.0.1", liar.getLocalPort()));
    }

    private static void assertUnreachable(CompletableFuture<Object> connecting, ServerSocket liar) {
        assertThat(connecting)
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(TransportException.class)
                .withMessageContaining(Integer.toString(liar.getLocalPort()));
    }

    @Test
    void givesUpAnAcceptorThatDripsOrSaysNothing() throws Exception {
        reopen("netty", Duration.ofMillis(300));
        byte[] greeting = new Handshake(false, friend.card(), config).greeting();
        try (ServerSocket liar = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (byte[] words : new byte[][] {greeting, {}}) {
                CompletableFuture<Object> connecting = connecting(liar);
                try (Socket socket = liar.accept()) {
                    drip(socket, words);
                    assertUnreachable(connecting, liar);
                }
            }
        }
        assertServesInTime();
    }

    @Test
    void givesUpAnAcceptorThatSpeaksAnotherVersionOrAnotherLanguage() throws Exception {
        byte[] older = new Handshake(false, friend.card(), config).greeting().clone();
        java.nio.ByteBuffer.wrap(older).putInt(8, 0);
        byte[][] answers = {
            older,
            "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            "SSH-2.0-OpenSSH_9.2\r\n".getBytes(StandardCharsets.US_ASCII),
            new byte[100_000],
            Frames.encode(Frames.REFUSE, "no\u001b[2Jentry".getBytes(StandardCharsets.UTF_8))
                    .array()
        };
        try (ServerSocket liar = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (byte[] answer : answers) {
                CompletableFuture<Object> connecting = connecting(liar);
                try (Socket socket = liar.accept()) {
                    socket.getOutputStream().write(answer);
                    assertUnreachable(connecting, liar);
                } catch (java.net.SocketException e) {
                    assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
                }
                if (answer == older) {
                    assertThatThrownBy(connecting::join)
                            .hasMessageContaining("initiator=" + Handshake.PROTOCOL_VERSION)
                            .hasMessageContaining("acceptor=0");
                }
                if (answer == answers[4]) {
                    assertThatThrownBy(connecting::join).hasMessageContaining("no?[2Jentry");
                }
            }
        }
        assertServes();
    }

    /**
     * What an acceptor may say of a link is no answer to a proof: the attempt is over, and whoever
     * it has named is not taken for one that is being connected.
     */
    @ParameterizedTest
    @ValueSource(ints = {Frames.UNAVAILABLE, Frames.DUPLICATE})
    void givesUpAnAcceptorThatSpeaksOfLinksBeforeItsProof(int kind) throws Exception {
        byte[] greeting = new Handshake(false, friend.card(), config).greeting();
        try (ServerSocket liar = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Object> connecting = connecting(liar);
            try (Socket socket = liar.accept()) {
                socket.getOutputStream().write(greeting);
                socket.getOutputStream().write(Frames.encode(kind, new byte[0]).array());
                assertUnreachable(connecting, liar);
            }
        }
        assertThat(victim.connect("127.0.0.1", friend.card().port())).isEqualTo(friend.card());
        assertServes();
    }

    /** What an acceptor says without end is neither kept nor listened to. */
    @Test
    void givesUpAnAcceptorThatNeverStopsTalking() throws Exception {
        byte[] greeting = new Handshake(false, friend.card(), config).greeting();
        byte[] flood = new byte[4 << 20];
        byte[] frame = Frames.encode(Frames.ALIVE, new byte[Frames.MAX_BODY]).array();
        for (int at = 0; at + frame.length <= flood.length; at += frame.length) {
            System.arraycopy(frame, 0, flood, at, frame.length);
        }
        flood = Arrays.copyOf(flood, flood.length / frame.length * frame.length);
        try (ServerSocket liar = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Object> connecting = connecting(liar);
            try (Socket socket = liar.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                in.readFully(new byte[Handshake.GREETING_LENGTH]);
                socket.getOutputStream().write(greeting);
                byte[] words = flood;
                assertThatThrownBy(
                                () -> {
                                    while (true) {
                                        socket.getOutputStream().write(words);
                                    }
                                })
                        .isInstanceOf(IOException.class);
            }
            assertUnreachable(connecting, liar);
        }
        assertServes();
    }
}
