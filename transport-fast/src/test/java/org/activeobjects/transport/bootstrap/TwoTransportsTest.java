package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/** Two transports of one JVM over the link {@code local}. */
@Timeout(60)
class TwoTransportsTest {

    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    private Transport left;
    private Transport right;
    private Endpoint a;
    private Endpoint b;

    @BeforeEach
    void open() {
        TransportConfig config =
                TransportConfig.defaults()
                        .withLinks(System.getenv().getOrDefault("AO_LINK", "local"));
        left = Transport.open(config);
        right = Transport.open(config);
        left.learn(right.card());
        right.learn(left.card());
        a = left.openEndpoint();
        b = right.openEndpoint();
    }

    @AfterEach
    void close() {
        left.close();
        right.close();
    }

    private static <T> Future<T> start(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        THREADS.execute(future);
        return future;
    }

    @Test
    void takesNoCodeForWhatCannotComeOnceItIsClosed() {
        left.close();

        for (ThrowingCallable call :
                List.<ThrowingCallable>of(
                        () -> left.handle(1, (from, stream, head, attachments) -> {}),
                        () -> left.onPeerLost(loss -> {}),
                        () -> left.openActiveMessages("table", table -> {}))) {
            assertThatThrownBy(call)
                    .isInstanceOf(TransportClosedException.class)
                    .hasMessageContaining("the transport is closed")
                    .hasMessageContaining(left.card().id().toString());
        }
    }

    @ParameterizedTest(name = "{0} doubles")
    @ValueSource(ints = {0, 1, 7, 2048, 2049, 100_000, 1_000_000})
    void receivesWhatWasSent(int count) throws Exception {
        double[] source = new double[count];
        for (int i = 0; i < count; i++) {
            source[i] = i + 0.5;
        }
        double[] target = new double[count];

        var received = start(() -> b.recv(EndpointAddress.ANY_SOURCE, 3, 0, Slice.of(target)));
        a.send(b.address(), 3, 0, Slice.of(source));

        assertThat(received.get().count()).isEqualTo(count);
        assertThat(received.get().source()).isEqualTo(a.address());
        assertThat(target).isEqualTo(source);
    }

    @ParameterizedTest(name = "{0} longs")
    @ValueSource(ints = {0, 1, 100, 5000, 300_000})
    void exchangesAgainAndAgain(int count) throws Exception {
        int rounds = 200;
        var other =
                start(
                        () -> {
                            long[] in = new long[count];
                            long[] out = new long[count];
                            for (int i = 0; i < rounds; i++) {
                                Arrays.fill(out, -i);
                                b.exchange(a.address(), 1, 9, Slice.of(out), Slice.of(in));
                                requireAll(in, i);
                            }
                            return null;
                        });
        long[] in = new long[count];
        long[] out = new long[count];
        for (int i = 0; i < rounds; i++) {
            Arrays.fill(out, i);
            a.exchange(b.address(), 1, 9, Slice.of(out), Slice.of(in));
            requireAll(in, -i);
        }
        other.get();
    }

    /** Without an object for each number, of which there are a hundred million. */
    private static void requireAll(long[] in, long value) {
        assertThat(Arrays.stream(in).filter(one -> one != value).findFirst()).isEmpty();
    }

    @Test
    void anExchangeOfDifferentCountsFailsOnBothSides() {
        var other =
                start(
                        () -> {
                            b.exchange(
                                    a.address(), 1, 0, Slice.of(new int[3]), Slice.of(new int[3]));
                            return null;
                        });

        assertThatThrownBy(
                        () ->
                                a.exchange(
                                        b.address(),
                                        1,
                                        0,
                                        Slice.of(new int[5]),
                                        Slice.of(new int[5])))
                .isInstanceOf(MessageMismatchException.class)
                .hasMessageContaining("INT[3]")
                .hasMessageContaining("INT[5]");
        assertThatThrownBy(other::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(MessageMismatchException.class);
    }

    @Test
    void postsInOrderAlsoBehindABulkMessage() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        CompletableFuture<RuntimeId> from = new CompletableFuture<>();
        right.handle(
                7,
                (source, stream, head, attachments) -> {
                    from.complete(source);
                    seen.add(
                            stream
                                    + ":"
                                    + head[0]
                                    + ":"
                                    + (attachments.length == 0
                                            ? 0
                                            : ((double[]) attachments[0]).length));
                });
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int length = i % 3 == 0 ? 500_000 : i % 3 == 1 ? 10 : 0;
            List<Slice> attachments =
                    length == 0 ? List.of() : List.of(Slice.of(new double[length]));
            left.post(right.card().id(), 7, 5, new byte[] {(byte) i}, 1, attachments);
            expected.add("5:" + i + ":" + length);
        }
        List<String> got = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            got.add(seen.take());
        }
        assertThat(got).isEqualTo(expected);
        assertThat(from.get()).isEqualTo(left.card().id());
    }

    @Test
    void aWaitingReceiveFailsWhenItsTransportCloses() {
        var received = start(() -> b.recv(a.address(), 1, 0, Slice.of(new byte[1])));
        var alive = start(() -> b.recv(a.address(), 2, 0, Slice.of(new byte[1])));
        a.send(b.address(), 2, 0, Slice.of(new byte[1]));
        assertThat(alive).succeedsWithin(java.time.Duration.ofSeconds(20));

        right.close();

        assertThatThrownBy(received::get).hasCauseInstanceOf(TransportClosedException.class);
    }

    @Test
    void aSendThatConnectsFailsWithItsTransportWhenThatCloses() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            RuntimeCard nobody =
                    new RuntimeCard(
                            new RuntimeId(7, 7),
                            "host",
                            "kernel",
                            9,
                            "127.0.0.1",
                            silent.getLocalPort(),
                            right.card().links());
            right.learn(nobody);
            EndpointAddress there = new EndpointAddress(nobody.id(), 1);
            var sent = start(() -> b.issend(there, 1, 0, Slice.of(new byte[1])).await());
            try (Socket knocked = silent.accept()) {
                assertThat(knocked.getInputStream().read()).as("a greeting").isNotNegative();

                right.close();

                assertThatThrownBy(sent::get).hasCauseInstanceOf(TransportClosedException.class);
            }
        }
    }

    @Test
    void anInterruptEndsConnectingAndTheNextAttemptSucceeds() {
        Slice word = Slice.of(new long[] {7});
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> a.send(b.address(), 1, 0, word))
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();

        long[] target = new long[1];
        a.send(b.address(), 1, 0, word);
        b.recv(a.address(), 1, 0, Slice.of(target));
        assertThat(target).containsExactly(7);
    }

    @Test
    void aWaitingReceiveFailsWhenThePeerCloses() {
        var received = start(() -> b.recv(a.address(), 1, 0, Slice.of(new byte[1])));
        a.send(b.address(), 2, 0, Slice.of(new byte[] {42}));
        byte[] last = new byte[1];

        left.close();

        assertThatThrownBy(received::get).hasCauseInstanceOf(PeerLostException.class);
        b.recv(a.address(), 2, 0, Slice.of(last));
        assertThat(last).containsExactly(42);
    }

    @Test
    void aVirtualThreadWaitsWithoutPolling() throws Exception {
        var echo = new CompletableFuture<Long>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            long[] value = new long[1];
                            for (int i = 0; i < 1000; i++) {
                                a.recv(b.address(), 1, 0, Slice.of(value));
                                a.send(b.address(), 1, 0, Slice.of(value));
                            }
                            echo.complete(value[0]);
                        });
        long[] value = new long[1];
        for (int i = 0; i < 1000; i++) {
            value[0] = i;
            b.send(a.address(), 1, 0, Slice.of(value));
            b.recv(a.address(), 1, 0, Slice.of(value));
        }
        assertThat(echo.get()).isEqualTo(999);
    }

    @Test
    void whoConnectsToItselfGetsItsOwnCard() {
        assertThat(left.connect("localhost", left.card().port())).isEqualTo(left.card());
        assertThat(left.connect("localhost", right.card().port())).isEqualTo(right.card());
    }

    @Test
    void whoIsConnectedAlreadyIsNotAskedForItsCardAgain() throws Exception {
        int port;
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = door.getLocalPort();
            var _ = start(() -> relay(door.accept(), right.card()));
            assertThat(left.connect("localhost", port)).isEqualTo(right.card());
        }

        assertThat(left.connect("localhost", port)).isEqualTo(right.card());
        right.close();
        Awaitility.await()
                .untilAsserted(
                        () ->
                                assertThatThrownBy(() -> left.connect("localhost", port))
                                        .isInstanceOf(TransportException.class)
                                        .hasMessageContaining("cannot reach a runtime"));
    }

    /** Passes on what comes, both ways, until either side ends. */
    private static Void relay(Socket from, RuntimeCard to) throws Exception {
        try (from;
                Socket onward = new Socket(to.address(), to.port())) {
            Future<Long> back =
                    start(() -> onward.getInputStream().transferTo(from.getOutputStream()));
            from.getInputStream().transferTo(onward.getOutputStream());
            onward.shutdownOutput();
            back.get();
        }
        return null;
    }

    @Test
    void endpointsOfOneRuntimeExchangeDirectly() throws Exception {
        Endpoint c = left.openEndpoint();
        double[] big = new double[200_000];
        big[199_999] = 3;
        double[] got = new double[200_000];
        var other =
                start(
                        () -> {
                            c.exchange(
                                    a.address(),
                                    1,
                                    0,
                                    Slice.of(big),
                                    Slice.of(new double[200_000]));
                            return null;
                        });
        a.exchange(c.address(), 1, 0, Slice.of(new double[200_000]), Slice.of(got));
        other.get();
        assertThat(got).isEqualTo(big);
    }

    @Test
    void aClosedEndpointFailsItsTransfersOnBothSidesAndNothingElse() {
        Endpoint c = left.openEndpoint();
        var unmatched = a.isend(b.address(), 1, 0, Slice.of(new double[100_000]));
        var kept = c.isend(b.address(), 2, 0, Slice.of(new double[100_000]));

        a.close();

        assertThatThrownBy(unmatched::await).isInstanceOf(TransportClosedException.class);
        assertThatThrownBy(() -> b.recv(a.address(), 1, 0, Slice.of(new double[100_000])))
                .isInstanceOf(TransportClosedException.class)
                .hasMessageContaining("the sender has closed its endpoint");
        b.recv(c.address(), 2, 0, Slice.of(new double[100_000]));
        assertThat(kept.await()).isNull();
    }
}
