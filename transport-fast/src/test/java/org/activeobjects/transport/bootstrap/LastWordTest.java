package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.PeerLostException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A runtime that gives a peer up for what it has sent: both sides learn the reason. */
@Timeout(60)
class LastWordTest {

    private static final int HANDLER = 7;
    private static final int LIMIT = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir Path sharedMemory;

    private Transport sender;
    private Transport receiver;

    private void open(String link) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("last-word-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withSharedMemory(sharedMemory)
                        .withLinks(link);
        sender = Transport.open(config);
        receiver = Transport.open(config.withMaxMessageLength(LIMIT));
        sender.learn(receiver.card());
        receiver.learn(sender.card());
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "shm", "tcp", "netty"})
    void reachesThePeerAndTheConnectionEnds(String link) throws Exception {
        open(link);
        CompletableFuture<PeerLostException> atSender = new CompletableFuture<>();
        CompletableFuture<PeerLostException> atReceiver = new CompletableFuture<>();
        sender.onPeerLost(atSender::complete);
        receiver.onPeerLost(atReceiver::complete);
        receiver.handle(HANDLER, (_, _, _, _) -> {});
        Endpoint near = sender.openEndpoint();
        Endpoint far = receiver.openEndpoint();
        near.send(far.address(), 1, 0, Slice.of(new byte[1]));
        Request waiting = near.irecv(far.address(), 2, 0, Slice.of(new byte[1]));
        assertThat(connectionsOfTheBootstrap()).isPositive();

        sendTooMuch();

        String reason = "maxMessageLength=" + LIMIT;
        assertThat(atReceiver.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasMessageContaining("reason=it has sent a message longer than " + reason(reason))
                .hasMessageContaining(sender.card().id().toString());
        assertThat(atSender.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasMessageContaining("reason=it has closed: it has given this runtime up: ")
                .hasMessageContaining(reason)
                .hasMessageContaining(receiver.card().id().toString());
        assertThat(lossOf(waiting)).hasMessageContaining(reason);
        Awaitility.await().atMost(PATIENCE).until(() -> connectionsOfTheBootstrap() == 0);
    }

    @Test
    void isTheLastAlsoIfOneConnectsAgainWhichSaysWhatToDo() throws Exception {
        open("local");
        CompletableFuture<PeerLostException> atSender = new CompletableFuture<>();
        sender.onPeerLost(atSender::complete);
        sendTooMuch();
        String loss = atSender.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).getMessage();

        assertThatThrownBy(() -> sender.connect("127.0.0.1", receiver.card().port()))
                .isInstanceOf(PeerLostException.class)
                .hasMessageStartingWith("lost before, and not connected again although it lives")
                .hasMessageContainingAll("start one of the two programs anew", loss);
    }

    private void sendTooMuch() {
        var _ = // it may fail, or not
                CompletableFuture.runAsync(
                        () ->
                                sender.post(
                                        receiver.card().id(),
                                        HANDLER,
                                        0,
                                        new byte[LIMIT + 1],
                                        LIMIT + 1,
                                        List.of(),
                                        PATIENCE));
    }

    private static String reason(String limit) {
        return "maxMessageLength: length=" + (LIMIT + 1) + " " + limit;
    }

    private static Throwable lossOf(Request request) {
        try {
            return new AssertionError("received " + request.await(PATIENCE));
        } catch (PeerLostException e) {
            return e;
        }
    }

    /** How many connections the two have to each other that are no links. */
    private long connectionsOfTheBootstrap() throws IOException {
        long count = 0;
        for (String file : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
            Path path = Path.of(file);
            for (String line : Files.exists(path) ? Files.readAllLines(path) : List.<String>of()) {
                String[] fields = line.trim().split("\\s+");
                boolean isOurs =
                        fields[1].endsWith(":%04X".formatted(sender.card().port()))
                                || fields[1].endsWith(":%04X".formatted(receiver.card().port()));
                count += isOurs && fields[3].equals("01") ? 1 : 0;
            }
        }
        return count;
    }
}
