package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A runtime in this JVM, a victim in another, and bystanders who notice nothing of all this. */
abstract class SurvivorTest {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<String> SMALL = List.of("-Xmx400m");

    @TempDir Path folder;

    private final List<NodeProcess> victims = new ArrayList<>();
    TransportConfig config;
    Transport transport;
    Endpoint endpoint;
    NodeProcess victim;
    EndpointAddress peer;
    Bystanders bystanders;
    final CompletableFuture<PeerLostException> told = new CompletableFuture<>();

    /** Opens the survivor, and a victim that comes to a phase. */
    void start(String link, String phase) throws IOException {
        open(link, Duration.ofSeconds(10));
        startVictim(phase);
        bystanders.awaitProgress();
    }

    void open(String link, Duration heartbeat) throws IOException {
        Links.assumeWorksHere(link);
        Path memory = Files.createDirectories(folder.resolve("memory"));
        // UCX has one queue in shared memory for all that is sent to a process: a sender that is
        // killed, or stopped, while it writes there holds up the others, which nobody can mend.
        List<String> links = link.equals("ucx") ? List.of("ucx", "tcp") : List.of(link);
        config =
                TransportConfig.defaults()
                        .withJob("fault-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withSharedMemory(memory)
                        .withLinks(links.toArray(String[]::new))
                        .withTimeouts(Duration.ofSeconds(10), heartbeat);
        transport = Transport.open(config);
        transport.onPeerLost(told::complete);
        endpoint = transport.openEndpoint();
        bystanders = new Bystanders(transport, Transport.open(config.withLinks(links.getLast())));
    }

    void startVictim(String phase) {
        victim =
                NodeProcess.startJvm(
                        folder,
                        "victim" + victims.size(),
                        Map.of(VictimMain.SECRET, config.secret()),
                        SMALL,
                        VictimMain.class,
                        config.links().getFirst(),
                        config.jobId(),
                        config.sharedMemory().toString(),
                        Integer.toString(transport.card().port()),
                        Integer.toString(endpoint.address().id()),
                        phase);
        victims.add(victim);
        if (!phase.equals("unconnected")) {
            peer = await(VictimMain.HELLO);
            assertThat(transport.linkTo(peer.runtime())).isEqualTo(config.links().getFirst());
        }
    }

    /** Waits for a word from the victim. */
    EndpointAddress await(int tag) {
        return endpoint.irecv(EndpointAddress.ANY_SOURCE, tag, 0, Slice.of(new byte[1]))
                .await(PATIENCE)
                .source();
    }

    /** What is thrown on the way of a task that must not succeed, and must end. */
    PeerLostException lossOf(Callable<?> task) throws Exception {
        CompletableFuture<PeerLostException> thrown = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                thrown.completeExceptionally(
                                        new AssertionError("no failure but " + task.call()));
                            } catch (PeerLostException e) {
                                thrown.complete(e);
                            } catch (Throwable e) {
                                thrown.completeExceptionally(e);
                            }
                        });
        return thrown.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** The loss is told once, names the victim, and the others have not noticed it. */
    void assertLost(PeerLostException loss) throws Exception {
        String pid = "pid " + victim.handle().pid();
        assertThat(loss)
                .hasMessageContaining(peer.runtime().toString())
                .hasMessageContaining(pid)
                .hasMessageContaining(transport.card().hostName())
                .hasMessageContaining("reason=");
        assertThat(loss.runtime()).isEqualTo(peer.runtime().toString());
        assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining(pid);
        bystanders.awaitProgress();
    }

    @AfterEach
    void leaveNothing() throws IOException {
        if (transport == null) {
            return;
        }
        // A victim that stands still may hold up a native library, and with it who closes.
        victims.forEach(NodeProcess::close);
        try {
            bystanders.close();
        } finally {
            transport.close();
        }
        // What a killed process leaves is removed at the next start.
        Transport.open(config).close();
        try (Stream<Path> files = Files.walk(config.sharedMemory())) {
            assertThat(files).containsExactly(config.sharedMemory());
        }
    }
}
