package org.activeobjects.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** Encrypted links: who gets one, who does not, and what can be seen on the way. */
@Timeout(60)
class NettyTlsTest {

    private static final String WORDS = "the quick brown fox jumps over the lazy dog";

    @TempDir Path folder;

    private final NettyLinkProvider provider = new NettyLinkProvider();
    private final FrameRecorder near = new FrameRecorder();
    private final FrameRecorder far = new FrameRecorder();
    private final byte[] key = LinkPair.newKey();

    private LinkContext plain() {
        TransportConfig config =
                TransportConfig.defaults()
                        .withTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(10));
        return new LinkContext(RuntimeId.random(), "this host", config);
    }

    private LinkContext encrypted() {
        LinkContext plain = plain();
        return new LinkContext(
                plain.runtime(),
                plain.hostId(),
                TestCertificates.configure(plain.config(), folder));
    }

    private LinkContext encrypted(X509Bundle self, X509Bundle trusted) {
        LinkContext plain = plain();
        return new LinkContext(
                plain.runtime(),
                plain.hostId(),
                TestCertificates.configure(plain.config(), folder, self, trusted));
    }

    private LinkSession to(LinkContext peer, LinkService service, FrameRecorder receiver) {
        return to(peer, service, service.offer(), receiver);
    }

    private LinkSession to(
            LinkContext peer, LinkService service, String offer, FrameRecorder receiver) {
        RuntimeCard card = LinkPair.cardOf(peer, provider, service);
        return new LinkSession(card, offer, key, receiver);
    }

    private static int portOf(LinkService service) {
        return Integer.parseInt(service.offer().replace(" tls", ""));
    }

    private static Socket knock(LinkService service) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), portOf(service));
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Opens a link from one service to another, at the port of the offer. */
    private LinkPairOfTwo open(LinkContext one, LinkContext other, String offer) throws Exception {
        return new LinkPairOfTwo(one, other, offer);
    }

    private final class LinkPairOfTwo implements AutoCloseable {
        private final LinkService initiating;
        private final LinkService accepting;
        private final Link nearLink;
        private final Link farLink;

        LinkPairOfTwo(LinkContext one, LinkContext other, String offerInstead) throws Exception {
            initiating = provider.start(one);
            accepting = provider.start(other);
            try {
                String offer = offerInstead == null ? accepting.offer() : offerInstead;
                LinkService.PendingLink proposed =
                        initiating.propose(to(other, accepting, offer, near));
                LinkService.PendingLink accepted =
                        accepting.accept(to(one, initiating, far), proposed.message());
                try {
                    nearLink = proposed.complete(accepted.message());
                } catch (LinkUnavailableException e) {
                    accepted.abandon();
                    throw e;
                }
                farLink = accepted.complete(new byte[0]);
            } catch (LinkUnavailableException e) {
                close();
                throw e;
            }
        }

        @Override
        public void close() {
            initiating.close();
            accepting.close();
        }
    }

    private static void send(Link link, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        FrameHeader header = new FrameHeader().set(1, 1, 0, bytes.length, 1, 1, 1, 1, 1);
        Awaitility.await().until(() -> link.trySend(header, Slice.of(bytes), 0, bytes.length));
        link.flush();
    }

    @Test
    void opensALinkBetweenMembersOfOneAuthority() throws Exception {
        LinkContext other =
                encrypted(
                        TestCertificates.member(TestCertificates.AUTHORITY),
                        TestCertificates.AUTHORITY);
        try (LinkPairOfTwo pair = open(encrypted(), other, null)) {
            send(pair.nearLink, WORDS);
            send(pair.farLink, WORDS);
            Awaitility.await().until(() -> near.frames.size() + far.frames.size() == 2);
            assertThat(pair.nearLink.isPolled()).isFalse();
        }
    }

    /** Either side may be the one that accepts, and reads fewer. */
    @Test
    void takesAsManyCertificatesAsItsRemedySays() throws Exception {
        X509Bundle authority = TestCertificates.AUTHORITY;
        LinkContext longest = encrypted(TestCertificates.member(authority, 8), authority);
        LinkContext tooLong = encrypted(TestCertificates.member(authority, 9), authority);
        try (LinkPairOfTwo pair = open(longest, encrypted(), null)) {
            send(pair.nearLink, WORDS);
            Awaitility.await().until(() -> far.frames.size() == 1);
        }

        assertThatThrownBy(() -> open(tooLong, encrypted(), null))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("with all certificates between them, at most 8 altogether");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void showsNobodyOnTheWayWhatItCarries(boolean encrypts) throws Exception {
        LinkContext one = encrypts ? encrypted() : plain();
        LinkContext other = encrypts ? encrypted() : plain();
        try (Wiretap tap = new Wiretap();
                LinkService accepting = provider.start(other);
                LinkService initiating = provider.start(one)) {
            tap.forwardTo(portOf(accepting));
            String offer = accepting.offer().replaceFirst("[0-9]+", Integer.toString(tap.port()));
            LinkService.PendingLink proposed =
                    initiating.propose(to(other, accepting, offer, near));
            LinkService.PendingLink accepted =
                    accepting.accept(to(one, initiating, far), proposed.message());
            try (Link nearLink = proposed.complete(accepted.message());
                    Link farLink = accepted.complete(new byte[0])) {
                send(nearLink, WORDS);
                Awaitility.await().until(() -> farLink.poll(1) >= 0 && far.frames.size() == 1);
                assertThat(tap.seen()).hasSizeGreaterThan(WORDS.length());
                if (encrypts) {
                    assertThat(tap.seen()).doesNotContain("fox", "AOnetty");
                } else {
                    assertThat(tap.seen()).contains(WORDS, "AOnetty");
                }
            }
        }
    }

    /** Forwards one connection, and keeps what goes through it towards the port. */
    private static final class Wiretap implements AutoCloseable {
        private final ServerSocket listener;
        private final SocketFactory onward;
        private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
        private volatile Socket here;
        private volatile Socket there;

        Wiretap() throws IOException {
            this(ServerSocketFactory.getDefault(), SocketFactory.getDefault());
        }

        Wiretap(ServerSocketFactory from, SocketFactory onward) throws IOException {
            this.listener = from.createServerSocket(0, 1, InetAddress.getLoopbackAddress());
            this.onward = onward;
        }

        int port() {
            return listener.getLocalPort();
        }

        String seen() {
            synchronized (seen) {
                return seen.toString(StandardCharsets.ISO_8859_1);
            }
        }

        void forwardTo(int port) {
            Thread.ofPlatform().daemon().start(() -> run(port));
        }

        private void run(int port) {
            try {
                here = listener.accept();
                there = onward.createSocket(InetAddress.getLoopbackAddress(), port);
                Thread.ofPlatform().daemon().start(() -> copy(there, here, null));
                copy(here, there, seen);
            } catch (IOException e) {
                assertThat(listener.isClosed()).isTrue();
            }
        }

        private static void copy(Socket from, Socket to, ByteArrayOutputStream kept) {
            byte[] bytes = new byte[8192];
            try {
                for (int n = from.getInputStream().read(bytes);
                        n >= 0;
                        n = from.getInputStream().read(bytes)) {
                    if (kept != null) {
                        synchronized (kept) {
                            kept.write(bytes, 0, n);
                        }
                    }
                    to.getOutputStream().write(bytes, 0, n);
                }
                to.shutdownOutput();
            } catch (IOException e) {
                assertThat(e).hasMessageMatching("(?i).*(closed|reset|broken pipe|shutdown).*");
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
            if (here != null) {
                here.close();
            }
            if (there != null) {
                there.close();
            }
        }
    }

    /** One that belongs to the authority, but not to the job: it passes on the proofs of both. */
    @Test
    void opensNoLinkThroughSomebodyOnTheWayWithACertificateOfTheAuthority() throws Exception {
        SSLContext member = SSLContext.getInstance("TLSv1.3");
        member.init(
                TestCertificates.member(TestCertificates.AUTHORITY)
                        .toKeyManagerFactory()
                        .getKeyManagers(),
                new TrustManager[] {TestCertificates.AUTHORITY.toTrustManager()},
                null);
        LinkContext one = encrypted();
        LinkContext other = encrypted();
        try (Wiretap tap = new Wiretap(member.getServerSocketFactory(), member.getSocketFactory());
                LinkService accepting = provider.start(other);
                LinkService initiating = provider.start(one)) {
            tap.forwardTo(portOf(accepting));
            String offer = accepting.offer().replaceFirst("[0-9]+", Integer.toString(tap.port()));
            LinkService.PendingLink proposed =
                    initiating.propose(to(other, accepting, offer, near));
            LinkService.PendingLink accepted =
                    accepting.accept(to(one, initiating, far), proposed.message());
            assertThatThrownBy(() -> proposed.complete(accepted.message()))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("its greeting was wrong");
            accepted.abandon();
            assertThat(tap.seen()).as("what it has passed on").contains("AOnetty");
        }
    }

    @Test
    void refusesAPeerWhomAnotherAuthorityHasCertified() {
        LinkContext stranger =
                encrypted(
                        TestCertificates.member(TestCertificates.STRANGE_AUTHORITY),
                        TestCertificates.AUTHORITY);
        assertThatThrownBy(() -> open(stranger, encrypted(), null))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageMatching("(?s).*(SSL|TLS|certificate|unknown_ca).*")
                .hasMessageContaining("look at netty.tls.certificate")
                .hasMessageContaining("at netty.tls.trust");
        assertThatThrownBy(() -> open(encrypted(), stranger, null))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageMatching("(?s).*(SSL|PKIX|certif).*")
                .hasMessageContaining("look at netty.tls.certificate")
                .hasMessageContaining("at netty.tls.trust");
        assertThat(near.closings).as("no link was ever open").isEmpty();
    }

    /** Shakes hands by TLS, as anybody can who has no certificate. */
    private static SSLSocket shakeHands(Socket socket, String protocol, KeyManager[] keys)
            throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManager[] trust = {TestCertificates.AUTHORITY.toTrustManager()};
        context.init(keys, trust, null);
        SSLSocket encrypted =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(socket, "localhost", socket.getPort(), true);
        encrypted.setEnabledProtocols(new String[] {protocol});
        encrypted.startHandshake();
        return encrypted;
    }

    private static byte[] helloIn(SSLSocket socket, Ticket ticket) throws SSLException {
        ExtendedSSLSession session = (ExtendedSSLSession) socket.getSession();
        String label = "EXPORTER-Channel-Binding";
        return ticket.within(session.exportKeyingMaterialData(label, new byte[0], 32)).hello();
    }

    @Test
    void refusesAPeerWithoutACertificateEvenIfItKnowsATicket() throws Exception {
        LinkContext other = encrypted();
        try (LinkService service = provider.start(other);
                Socket socket = knock(service)) {
            Ticket ticket = NettyLinkProvider.TICKETS.draw(key);
            LinkService.PendingLink pending = service.accept(to(other, service, far), ticket.id());
            assertThatThrownBy(
                            () -> {
                                SSLSocket anonymous = shakeHands(socket, "TLSv1.3", null);
                                anonymous.getOutputStream().write(helloIn(anonymous, ticket));
                                int first = anonymous.getInputStream().read();
                                throw new SSLException("answered: " + first);
                            })
                    .isInstanceOfAny(SSLException.class, SocketException.class)
                    .hasMessageNotContaining("answered: 65");
            pending.abandon();
        }
    }

    /** A certificate may run out while its runtime goes on, which looks at it at its start only. */
    private static X509Bundle memberUntil(Instant end) throws Exception {
        return new CertificateBuilder()
                .subject("CN=a rank of the job")
                .ecp256()
                .notBefore(end.minusSeconds(7200))
                .notAfter(end)
                .buildIssuedBy(TestCertificates.AUTHORITY);
    }

    @ParameterizedTest
    @ValueSource(ints = {3600, -3600})
    void refusesAPeerWhoseCertificateHasExpired(int secondsLeft) throws Exception {
        KeyManager[] keys =
                memberUntil(Instant.now().plusSeconds(secondsLeft))
                        .toKeyManagerFactory()
                        .getKeyManagers();
        LinkContext other = encrypted();
        try (LinkService service = provider.start(other);
                Socket socket = knock(service)) {
            Ticket ticket = NettyLinkProvider.TICKETS.draw(key);
            LinkService.PendingLink pending = service.accept(to(other, service, far), ticket.id());
            int first = -1;
            try {
                SSLSocket member = shakeHands(socket, "TLSv1.3", keys);
                member.getOutputStream().write(helloIn(member, ticket));
                first = member.getInputStream().read();
            } catch (SSLException | SocketException e) {
                assertThat(e)
                        .hasMessageMatching(
                                "(?i).*(expired|certificate|reset|broken pipe|closed).*");
            }
            assertThat(first >= 0).as("answered").isEqualTo(secondsLeft > 0);
            pending.abandon();
        }
    }

    @Test
    void goesToNoPeerWhoseCertificateHasExpired() throws Exception {
        SSLContext expired = SSLContext.getInstance("TLS");
        expired.init(
                memberUntil(Instant.now().minusSeconds(3600))
                        .toKeyManagerFactory()
                        .getKeyManagers(),
                null,
                null);
        try (ServerSocket listener =
                        expired.getServerSocketFactory()
                                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LinkService service = provider.start(encrypted())) {
            CompletableFuture<Throwable> refusal =
                    CompletableFuture.supplyAsync(
                            () ->
                                    catchThrowable(
                                            () -> {
                                                try (Socket socket = listener.accept()) {
                                                    socket.getInputStream().read();
                                                }
                                            }));
            LinkContext peer = encrypted();
            LinkSession session =
                    new LinkSession(
                            LinkPair.cardOf(peer, provider, service),
                            listener.getLocalPort() + " tls",
                            key,
                            near);
            LinkService.PendingLink proposed = service.propose(session);
            assertThatThrownBy(() -> proposed.complete(new byte[0]))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("expired");
            assertThat(refusal.get()).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void refusesOlderVersionsOfTls() throws Exception {
        KeyManager[] keys =
                TestCertificates.member(TestCertificates.AUTHORITY)
                        .toKeyManagerFactory()
                        .getKeyManagers();
        try (LinkService service = provider.start(encrypted());
                Socket socket = knock(service);
                Socket newer = knock(service)) {
            assertThat(shakeHands(newer, "TLSv1.3", keys).getSession().getProtocol())
                    .isEqualTo("TLSv1.3");
            assertThatThrownBy(() -> shakeHands(socket, "TLSv1.2", keys))
                    .isInstanceOf(SSLException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n\r\n", "AOnetty2", "\26\3\1\2\0garbage"})
    void closesAStrangerWhoDoesNotSpeakTls(String greeting) throws Exception {
        try (LinkService service = provider.start(encrypted());
                Socket socket = knock(service)) {
            socket.getOutputStream().write(greeting.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            byte[] answer;
            try {
                answer = socket.getInputStream().readAllBytes();
            } catch (SocketException e) {
                assertThat(e).hasMessageContaining("reset");
                return;
            }
            assertThat(answer).as("at most an alert").hasSizeLessThan(64);
        }
    }

    @Test
    void closesAStrangerWhoNeverEndsHisHandshake() throws Exception {
        LinkContext hasty =
                new LinkContext(
                        RuntimeId.random(),
                        "this host",
                        TestCertificates.configure(
                                TransportConfig.defaults()
                                        .withTimeouts(
                                                Duration.ofMillis(200), Duration.ofSeconds(10)),
                                folder));
        try (LinkService service = provider.start(hasty);
                Socket silent = knock(service);
                Socket slow = knock(service)) {
            slow.getOutputStream().write(new byte[] {22, 3, 1});
            assertThat(silent.getInputStream().readAllBytes()).hasSizeLessThan(64);
            assertThat(slow.getInputStream().readAllBytes()).hasSizeLessThan(64);
        }
    }

    @Test
    void saysOnBothSidesThatOnlyOneHasTls() throws Exception {
        LinkContext one = plain();
        LinkContext other = encrypted();
        try (LinkService open = provider.start(one);
                LinkService secret = provider.start(other)) {
            assertThat(open.whyNot(LinkPair.cardOf(other, provider, secret), secret.offer()))
                    .contains("TLS is configured on one side only", "here=false there=true")
                    .contains("netty.tls.certificate", "netty.tls.key", "netty.tls.trust");
            assertThat(secret.whyNot(LinkPair.cardOf(one, provider, open), open.offer()))
                    .contains("TLS is configured on one side only", "here=true there=false");
            Ticket ticket = NettyLinkProvider.TICKETS.draw(key);
            assertThatThrownBy(() -> secret.accept(to(one, open, far), ticket.id()))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("here=true there=false");
            assertThatThrownBy(() -> open.accept(to(other, secret, far), ticket.id()))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("here=false there=true");
        }
    }

    @Test
    void endsBadlyButInTimeIfAPeerLiesAboutItsTls() throws Exception {
        LinkContext one = encrypted();
        LinkContext other = plain();
        try (LinkService secret = provider.start(one);
                LinkService open = provider.start(other)) {
            LinkSession lied = to(other, open, open.offer() + " tls", near);
            assertThat(secret.whyNot(lied.peer(), lied.offer())).isNull();
            LinkService.PendingLink proposed = secret.propose(lied);
            assertThatThrownBy(() -> proposed.complete(new byte[0]))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("port=" + open.offer());
        }
    }

    private TransportConfig job() {
        return TransportConfig.defaults()
                .withJob("tls-" + UUID.randomUUID(), TransportConfig.newSecret())
                .withSharedMemory(folder);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failsASendBetweenASideWithTlsAndOneWithout(boolean senderHasTls) {
        TransportConfig open = job().withLinks("netty");
        TransportConfig secret = TestCertificates.configure(open, folder);
        try (Transport sender = Transport.open(senderHasTls ? secret : open);
                Transport receiver = Transport.open(senderHasTls ? open : secret);
                Endpoint from = sender.openEndpoint();
                Endpoint to = receiver.openEndpoint()) {
            sender.learn(receiver.card());
            receiver.learn(sender.card());
            assertThatThrownBy(() -> from.send(to.address(), 0, 0, Slice.of(new byte[1])))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("TLS is configured on one side only");
        }
    }

    @Test
    void usesNoLinkThatWouldCarryTheSameInTheClear() {
        TransportConfig secret = TestCertificates.configure(job(), folder);
        assertThat(secret.isEncryptionWanted()).isTrue();
        assertThat(job().isEncryptionWanted()).isFalse();
        try (Transport transport = Transport.open(secret)) {
            assertThat(transport.card().links().keySet())
                    .contains("netty", "shm")
                    .isSubsetOf("local", "shm", "netty");
        }
    }

    @Test
    void letsAMessageThroughBetweenTransportsWithTls() {
        TransportConfig secret = TestCertificates.configure(job().withLinks("netty"), folder);
        byte[] in = new byte[100_000];
        byte[] out = new byte[100_000];
        java.util.Arrays.fill(out, (byte) 7);
        try (Transport one = Transport.open(secret);
                Transport other = Transport.open(secret);
                Endpoint from = one.openEndpoint();
                Endpoint to = other.openEndpoint()) {
            one.learn(other.card());
            other.learn(one.card());
            CompletableFuture<?> received =
                    CompletableFuture.supplyAsync(
                            () -> to.recv(from.address(), 0, 0, Slice.of(in)));
            from.send(to.address(), 0, 0, Slice.of(out));
            assertThat(received.join()).isNotNull();
            assertThat(in).isEqualTo(out);
        }
    }

    @Test
    void failsToOpenATransportWhoseTlsIsBrokenInsteadOfDoingWithout() {
        TransportConfig broken =
                TestCertificates.configure(job(), folder)
                        .withSetting("netty.tls.key", folder.resolve("nowhere.pem").toString());
        assertThatThrownBy(() -> Transport.open(broken).close())
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("netty.tls.key")
                .hasMessageContaining("nowhere.pem")
                .hasMessageContaining("no such file");
        assertThat(Map.copyOf(broken.settings())).hasSize(3);
    }
}
