package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.abort;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Handlers that use peers which are not connected yet, over every link there is. */
@Timeout(60)
class UnconnectedPeersTest {

    private static final int USE = 1;
    private static final int TAKE = 2;
    private static final int TAG = 5;
    private static final int CONTEXT = 2;
    private static final int LARGE = 1_200_001; // bytes; announced over every link
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir Path sharedMemory;

    private TransportConfig config;
    private Transport asks;
    private Transport uses;

    static List<String> links() {
        return Transport.linkNames();
    }

    private void open(String link) {
        config =
                TransportConfig.defaults()
                        .withJob("unconnected", TransportConfig.newSecret())
                        .withSharedMemory(sharedMemory)
                        .withLinks(link)
                        .withTimeouts(Duration.ofMinutes(5), Duration.ofSeconds(10));
        try {
            asks = Transport.open(config);
        } catch (TransportException e) {
            abort("this link is not there: " + e.getMessage());
        }
        uses = Transport.open(config);
        asks.learn(uses.card());
        uses.learn(asks.card());
    }

    @AfterEach
    void close() {
        if (asks != null) {
            asks.close();
            uses.close();
        }
    }

    /** Has a handler do something; fails if it throws. */
    private CompletableFuture<Void> inHandler(Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        uses.handle(
                USE,
                (_, _, _, _) -> {
                    Throwable fault = catchThrowable(task::run);
                    if (fault == null) {
                        done.complete(null);
                    } else {
                        done.completeExceptionally(fault);
                    }
                });
        asks.post(uses.card().id(), USE, 0, new byte[1], 1, List.of());
        return done;
    }

    @ParameterizedTest
    @MethodSource("links")
    void areReachedAsSoonAsTheLinkIsThere(String link) throws Exception {
        open(link);
        try (Transport found = Transport.open(config)) {
            uses.learn(found.card());
            found.learn(uses.card());
            CompletableFuture<byte[]> posted = new CompletableFuture<>();
            found.handle(TAKE, (_, _, head, _) -> posted.complete(head));
            Endpoint near = uses.openEndpoint();
            Endpoint far = found.openEndpoint();
            EndpointAddress there = far.address();
            byte[] small = {1};
            byte[] large = new byte[LARGE];
            large[LARGE - 1] = 7;
            byte[] back = new byte[1];
            Request[] begun = new Request[3];

            inHandler(
                            () -> {
                                uses.post(found.card().id(), TAKE, 0, new byte[] {3}, 1, List.of());
                                begun[0] = near.isend(there, TAG, CONTEXT, Slice.of(small));
                                begun[1] = near.issend(there, TAG, CONTEXT, Slice.of(large));
                                begun[2] = near.irecv(there, TAG, CONTEXT, Slice.of(back));
                            })
                    .get(30, TimeUnit.SECONDS);

            byte[] got = new byte[LARGE];
            far.irecv(near.address(), TAG, CONTEXT, Slice.of(got, 0, 1)).await(PATIENCE);
            assertThat(got[0]).isEqualTo((byte) 1);
            far.irecv(near.address(), TAG, CONTEXT, Slice.of(got)).await(PATIENCE);
            assertThat(got).isEqualTo(large);
            far.isend(near.address(), TAG, CONTEXT, Slice.of(new byte[] {9}));
            for (Request one : begun) {
                one.await(PATIENCE);
            }
            assertThat(back).containsExactly(9);
            assertThat(posted.get(30, TimeUnit.SECONDS)).containsExactly(3);
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void holdUpNobodyAndAreLostIfTheyCannotBeConnected(String link) throws Exception {
        open(link);
        CompletableFuture<PeerLostException> loss = new CompletableFuture<>();
        uses.onPeerLost(loss::complete);
        CompletableFuture<Void> next = new CompletableFuture<>();
        uses.handle(TAKE, (_, _, _, _) -> next.complete(null));
        Endpoint near = uses.openEndpoint();
        Request[] begun = new Request[2];
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            RuntimeCard card = silentCard(silent);
            uses.learn(card);
            EndpointAddress there = new EndpointAddress(card.id(), 1);

            inHandler(
                            () -> {
                                begun[0] = near.isend(there, TAG, CONTEXT, Slice.of(new byte[1]));
                                begun[1] = near.irecv(there, TAG, CONTEXT, Slice.of(new byte[1]));
                                uses.post(card.id(), TAKE, 0, new byte[1], 1, List.of());
                            })
                    .get(30, TimeUnit.SECONDS);
            asks.post(uses.card().id(), TAKE, 0, new byte[1], 1, List.of());
            next.get(30, TimeUnit.SECONDS);

            assertThat(loss).isNotDone();
            try (Socket socket = silent.accept()) {
                assertThat(socket.getInputStream().read()).isNotNegative();
                assertThat(begun[0].test()).isFalse();
            }
            assertThat(loss.get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("cannot connect")
                    .hasMessageContaining(card.id().toString());
            for (Request one : begun) {
                assertThatThrownBy(() -> one.await(PATIENCE))
                        .isInstanceOf(PeerLostException.class)
                        .hasMessageContaining("cannot connect");
            }
        }
    }

    private RuntimeCard silentCard(ServerSocket silent) {
        RuntimeCard like = asks.card();
        return new RuntimeCard(
                RuntimeId.random(),
                like.hostName(),
                like.hostId(),
                like.pid(),
                "127.0.0.1",
                silent.getLocalPort(),
                like.links());
    }

    @ParameterizedTest
    @MethodSource("links")
    void areNotLookedForByAddress(String link) throws IOException {
        open(link);
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            int port = silent.getLocalPort();

            assertThat(inHandler(() -> uses.connect("127.0.0.1", port)))
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(IllegalStateException.class)
                    .withMessageContaining("must not wait")
                    .withMessageContaining("127.0.0.1:" + port);
        }
    }
}
