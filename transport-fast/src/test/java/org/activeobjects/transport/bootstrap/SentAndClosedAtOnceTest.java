package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.LinkProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * A runtime that accepts a connection, sends and closes, all while the one that connects still
 * opens its end: what was sent arrives, and the end is told as what it was.
 */
@Timeout(60)
class SentAndClosedAtOnceTest {

    private static final int SENT = 2;
    private static final int NEVER_SENT = 1;
    private static final int PATIENCE_S = 30;

    @TempDir Path sharedMemory;

    private final ConcurrentLinkedQueue<Transport> open = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private TransportConfig config;
    private Transport acceptor;
    private Endpoint near;
    private Endpoint far;

    private void configure(String link) {
        config =
                TransportConfig.defaults()
                        .withJob("at-once-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withSharedMemory(sharedMemory)
                        .withLinks(link);
        try {
            Transport.open(config).close();
        } catch (TransportException e) {
            assumeTrue(false, "skipped, for the link cannot work here: " + e.getMessage());
        }
    }

    private Transport open(Map<String, LinkProvider> kinds) {
        Transport transport = LinkedTransport.open(config, kinds);
        open.add(transport);
        return transport;
    }

    @AfterEach
    void close() {
        open.forEach(Transport::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "shm", "ucx", "tcp", "netty"})
    void beforeItHasToldThatItsEndIsOpen(String link) throws Exception {
        configure(link);
        acceptor = open(HeldLinks.of(link, "isPolled", once(this::sendAndBeginToClose)));
        connectBy(open(LinkServices.known()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "shm", "ucx", "tcp", "netty"})
    void beforeTheOtherEndIsInUse(String link) throws Exception {
        configure(link);
        acceptor = open(LinkServices.known());
        connectBy(open(HeldLinks.of(link, "directLane", once(this::sendAndClose))));
    }

    private void connectBy(Transport initiator) throws Exception {
        initiator.learn(acceptor.card());
        near = initiator.openEndpoint();
        far = acceptor.openEndpoint();
        byte[] got = new byte[1];
        FutureTask<Status> waiting = start(() -> recv(NEVER_SENT, new byte[1]));

        var _ = recv(SENT, got);

        assertThat(got).containsExactly(42);
        assertThatThrownBy(() -> waiting.get(PATIENCE_S, TimeUnit.SECONDS))
                .hasCauseInstanceOf(PeerLostException.class)
                .hasMessageContaining("reason=it has closed: its transport was closed");
        done.get(PATIENCE_S, TimeUnit.SECONDS);
    }

    private Status recv(int tag, byte[] into) {
        Duration limit = Duration.ofSeconds(PATIENCE_S);
        return near.irecv(far.address(), tag, 0, Slice.of(into)).await(limit);
    }

    private void sendAndClose() {
        far.send(near.address(), SENT, 0, Slice.of(new byte[] {42}));
        acceptor.close();
    }

    /** Returns when it has said that it closes: it says so to a later peer after that. */
    private void sendAndBeginToClose() throws Exception {
        Transport bystander = open(LinkServices.known());
        CompletableFuture<PeerLostException> told = new CompletableFuture<>();
        bystander.onPeerLost(told::complete);
        RuntimeCard card = acceptor.card();
        assertThat(bystander.connect(card.address(), card.port())).isEqualTo(card);
        far.send(near.address(), SENT, 0, Slice.of(new byte[] {42}));
        var _ = start(this::closeAcceptor);
        assertThat(told.get(PATIENCE_S, TimeUnit.SECONDS)).hasMessageContaining("it has closed");
    }

    private Object closeAcceptor() {
        acceptor.close();
        return null;
    }

    /** A step whose failure the test tells of, not the runtime that it happens in. */
    private Runnable once(Step step) {
        return () -> {
            try {
                step.run();
                done.complete(null);
            } catch (Exception | AssertionError e) {
                done.completeExceptionally(e);
            }
        };
    }

    /** What may fail. */
    @FunctionalInterface
    private interface Step {

        void run() throws Exception;
    }

    private static <T> FutureTask<T> start(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        Thread.ofPlatform().daemon().start(future);
        return future;
    }
}
