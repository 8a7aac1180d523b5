package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** What happens when something ends or somebody does not belong here, over whatever link. */
public abstract class FaultContract extends TwoTransports {

    /** Not of these runtimes: a library may listen on for one that has ended, to the end. */
    private final Set<Integer> portsBefore = portsOfThisProcess();

    /**
     * Two runtimes joined by one kind of link.
     *
     * @param link name of the link, which {@code ServiceLoader} finds
     */
    protected FaultContract(String link) {
        super(link);
    }

    private CompletableFuture<Object> waiting(Endpoint endpoint, EndpointAddress from) {
        Request receive = endpoint.irecv(from, TAG, CONTEXT, Slice.of(new byte[1]));
        CompletableFuture<Object> waiting = onThread(receive::await);
        assertThatThrownBy(() -> waiting.get(20, java.util.concurrent.TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        return waiting;
    }

    private void connect() {
        byte[] got = new byte[1];
        near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[] {1}));
        far.recv(nearAddress, TAG, CONTEXT, Slice.of(got));
        assertThat(got).containsExactly(1);
    }

    @Test
    void failsAWaitWhenTheEndpointIsClosed() {
        connect();
        CompletableFuture<Object> waiting = waiting(near, farAddress);
        near.close();
        assertThatThrownBy(waiting::join).cause().isInstanceOf(TransportClosedException.class);
    }

    @Test
    void failsAWaitWhenTheTransportIsClosed() {
        connect();
        CompletableFuture<Object> exact = waiting(near, farAddress);
        CompletableFuture<Object> any = waiting(near, EndpointAddress.ANY_SOURCE);
        one.close();
        assertThatThrownBy(exact::join).cause().isInstanceOf(TransportClosedException.class);
        assertThatThrownBy(any::join).cause().isInstanceOf(TransportClosedException.class);
        assertThatThrownBy(() -> near.isend(farAddress, TAG, CONTEXT, Slice.EMPTY).await())
                .isInstanceOf(TransportException.class);
    }

    @Test
    void failsAWaitForAPeerThatCloses() {
        connect();
        CompletableFuture<Object> exact = waiting(near, farAddress);
        CompletableFuture<Object> any = waiting(near, EndpointAddress.ANY_SOURCE);
        CompletableFuture<String> told = new CompletableFuture<>();
        CompletableFuture<PeerLostException> untold = new CompletableFuture<>();
        Runnable takeBack = one.onPeerLost(untold::complete);
        one.onPeerLost(loss -> told.complete(loss.getMessage()));
        takeBack.run();
        other.close();
        assertThatThrownBy(exact::join)
                .cause()
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining(other.card().id().toString());
        assertThat(told.join()).contains(other.card().id().toString());
        assertThat(untold).as("it was taken back").isNotDone();
        assertThat(any).as("another peer may still send").isNotDone();
        near.isend(nearAddress, TAG, CONTEXT, Slice.of(new byte[1]));
        assertThat(any.join()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 3_000_000})
    void failsASynchronousSendToAPeerThatCloses(int length) {
        connect();
        Request send = near.issend(farAddress, TAG, CONTEXT, Slice.of(new byte[length]));
        far.probe(nearAddress, TAG, CONTEXT);
        other.close();
        // Either its endpoint has said that it closes, or the link has.
        assertThatThrownBy(() -> send.await(PATIENCE))
                .isInstanceOfAny(PeerLostException.class, TransportClosedException.class)
                .hasMessageContaining(other.card().id().toString());
        Awaitility.await().atMost(PATIENCE).until(() -> one.linkTo(farAddress.runtime()) == null);
        assertThatThrownBy(() -> near.isend(farAddress, TAG, CONTEXT, Slice.EMPTY).await())
                .isInstanceOf(PeerLostException.class);
    }

    @Test
    void deliversWhatWasSentBeforeThePeerClosed() {
        connect();
        for (int i = 0; i < 100; i++) {
            near.send(farAddress, i, CONTEXT, Slice.of(new int[] {i}));
        }
        one.close();
        for (int i = 0; i < 100; i++) {
            int[] got = new int[1];
            far.recv(EndpointAddress.ANY_SOURCE, i, CONTEXT, Slice.of(got));
            assertThat(got).containsExactly(i);
        }
    }

    @Test
    void goesOnWithOthersWhenOnePeerIsGone() {
        connect();
        try (Transport third = Transport.open(config)) {
            third.learn(one.card());
            one.learn(third.card());
            Endpoint endpoint = third.openEndpoint();
            other.close();
            near.isend(endpoint.address(), TAG, CONTEXT, Slice.of(new byte[] {3}));
            byte[] got = new byte[1];
            endpoint.recv(nearAddress, TAG, CONTEXT, Slice.of(got));
            assertThat(got).containsExactly(3);
        }
    }

    @Test
    void refusesARuntimeOfAnotherJob() {
        TransportConfig stranger = config.withJob("another-job", config.secret());
        assertRefused(stranger, "job");
    }

    @Test
    void refusesARuntimeWithAWrongSecret() {
        TransportConfig stranger = config.withJob(config.jobId(), TransportConfig.newSecret());
        assertRefused(stranger, "secret");
    }

    @Test
    void refusesARuntimeWithoutASecret() {
        assertRefused(config.withJob(config.jobId(), null), "secret");
    }

    private void assertRefused(TransportConfig stranger, String word) {
        try (Transport outsider = Transport.open(stranger)) {
            assertThatThrownBy(
                            () -> outsider.connect("127.0.0.1", one.card().port()),
                            "the outsider connects")
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining(word);
            outsider.learn(one.card());
            Endpoint endpoint = outsider.openEndpoint();
            assertThatThrownBy(
                            () ->
                                    endpoint.isend(nearAddress, TAG, CONTEXT, Slice.EMPTY)
                                            .await(PATIENCE))
                    .isInstanceOf(TransportException.class);
        }
        connect();
    }

    @Test
    void saysThatNobodyIsThere() {
        RuntimeCard card;
        try (Transport gone = Transport.open(config)) {
            card = gone.card();
        }
        one.learn(card);
        assertThatThrownBy(
                        () ->
                                near.isend(
                                                new EndpointAddress(card.id(), 1),
                                                TAG,
                                                CONTEXT,
                                                Slice.EMPTY)
                                        .await(PATIENCE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(Integer.toString(card.port()));
        assertThatThrownBy(() -> one.connect("127.0.0.1", card.port()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(Integer.toString(card.port()));
        connect();
    }

    /**
     * Whether a library below the link listens at ports of its own, where what a stranger may do is
     * not for the link to say.
     *
     * @return false unless overridden
     */
    protected boolean hasPortsOfLibrary() {
        return false;
    }

    /** Every port that the two runtimes listen at: the bootstrap's, and those of socket links. */
    private Set<Integer> ports() {
        Set<Integer> ports = hasPortsOfLibrary() ? new TreeSet<>() : portsOfThisProcess();
        ports.removeAll(portsBefore);
        for (Transport each : List.of(one, other)) {
            ports.add(each.card().port());
            for (String offer : each.card().links().values()) {
                if (offer.matches("[0-9]{1,5}")) {
                    ports.add(Integer.valueOf(offer));
                }
            }
        }
        return ports;
    }

    private static Set<Integer> portsOfThisProcess() {
        try {
            return ListeningPorts.ofThisProcess();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Socket knock(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void write(Socket socket, byte[] bytes) throws IOException {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe|aborted).*");
        }
    }

    private static void assertGetsClosed(Socket socket) throws IOException {
        byte[] answer = new byte[64 << 10];
        try {
            int bytes = 0;
            for (int n = 0; n >= 0; n = socket.getInputStream().read(answer)) {
                bytes += n;
                assertThat(bytes).as("bytes of an answer to garbage").isLessThan(4096);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open", e);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void closesConnectionsThatBringGarbageAndGoesOn() throws IOException {
        for (int port : ports()) {
            knock(port).close();
            try (Socket socket = knock(port)) {
                write(socket, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                assertGetsClosed(socket);
            }
            for (int seed = 0; seed < 5; seed++) {
                try (Socket socket = knock(port)) {
                    write(socket, randomBytes(100_000, seed));
                    assertGetsClosed(socket);
                }
            }
            try (Socket socket = knock(port)) {
                write(socket, new byte[100_000]);
                assertGetsClosed(socket);
            }
        }
        connect();
    }

    @Test
    void closesConnectionsThatTakeTooLong() throws IOException {
        TransportConfig hasty = config.withTimeouts(Duration.ofMillis(300), Duration.ofSeconds(10));
        close();
        one = Transport.open(hasty);
        other = Transport.open(hasty);
        near = one.openEndpoint();
        far = other.openEndpoint();
        nearAddress = near.address();
        farAddress = far.address();
        one.learn(other.card());
        other.learn(one.card());
        for (int port : ports()) {
            try (Socket silent = knock(port)) {
                assertGetsClosed(silent);
            }
        }
        // On a busy host not every connect is quick enough, either.
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(TransportException.class)
                .until(() -> one.connect("127.0.0.1", other.card().port()) != null);
        connect();
    }

    @Test
    void isNotKeptFromItsPeersByManySilentConnections() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int port : ports()) {
                for (int i = 0; i < 300; i++) {
                    silent.add(knock(port));
                }
            }
            far.isend(nearAddress, TAG, CONTEXT, Slice.of(new byte[1]));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> near.iprobe(farAddress, TAG, CONTEXT) != null);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void leavesNothingBehind() throws IOException {
        connect();
        byte[] large = new byte[3_000_000];
        Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new byte[3_000_000]));
        near.send(farAddress, TAG, CONTEXT, Slice.of(large));
        receive.await();
        one.close();
        one.close();
        other.close();
        try (java.util.stream.Stream<java.nio.file.Path> files =
                java.nio.file.Files.list(sharedMemory)) {
            assertThat(files).isEmpty();
        }
        String first = one.card().id().toString().substring(0, 8);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(Thread.getAllStackTraces().keySet())
                                        .extracting(Thread::getName)
                                        .noneMatch(name -> name.contains(first)));
    }
}
