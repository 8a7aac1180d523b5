package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Two JVMs over each link that joins processes, and what is seen when one of them is killed. */
@Tag("system")
@Timeout(60)
class TwoProcessesSystemTest {

    @TempDir Path folder;

    private Transport transport;
    private Endpoint endpoint;
    private NodeProcess process;
    private EndpointAddress peer;

    private void start(String link, String behaviour) {
        String secret = TransportConfig.newSecret();
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("kill-" + UUID.randomUUID(), secret)
                        .withSharedMemory(folder)
                        .withLinks(link);
        transport = Transport.open(config);
        endpoint = transport.openEndpoint();
        process =
                NodeProcess.startJvm(
                        folder,
                        "peer",
                        Map.of(PeerMain.SECRET, secret),
                        List.of(),
                        PeerMain.class,
                        link,
                        config.jobId(),
                        folder.toString(),
                        Integer.toString(transport.card().port()),
                        Integer.toString(endpoint.address().id()),
                        behaviour);
        Status hello =
                endpoint.recv(EndpointAddress.ANY_SOURCE, PeerMain.HELLO, 0, Slice.of(new byte[1]));
        peer = hello.source();
        assertThat(transport.linkTo(peer.runtime())).isEqualTo(link);
    }

    @AfterEach
    void end() {
        process.close();
        transport.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "netty"})
    void carriesSmallAndLargeMessages(String link) {
        start(link, "echo");
        for (int count = 1; count <= 1 << 20; count *= 4) {
            double[] out = new double[count];
            java.util.Arrays.setAll(out, i -> i + 0.5);
            double[] in = new double[count];
            for (int round = 0; round < 10; round++) {
                Request receive = endpoint.irecv(peer, PeerMain.HELLO, 0, Slice.of(in));
                endpoint.send(peer, PeerMain.HELLO, 0, Slice.of(out));
                receive.await();
                assertThat(in[count - 1]).isEqualTo(count - 0.5);
                in[count - 1] = 0;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "netty"})
    void failsAWaitForAKilledProcess(String link) {
        start(link, "idle");
        Request receive = endpoint.irecv(peer, PeerMain.LARGE, 0, Slice.of(new byte[8]));
        Request send = endpoint.issend(peer, PeerMain.LARGE, 0, Slice.of(new byte[1_000_000]));
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        transport.onPeerLost(told::complete);
        CompletableFuture<Status> waiting = CompletableFuture.supplyAsync(receive::await);
        process.kill();
        assertThatThrownBy(waiting::join)
                .cause()
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining(Long.toString(process.handle().pid()));
        assertThatThrownBy(send::await).isInstanceOf(PeerLostException.class);
        assertThat(told.join()).hasMessageContaining(peer.runtime().toString());
        assertThatThrownBy(() -> endpoint.isend(peer, 0, 0, Slice.EMPTY).await())
                .isInstanceOf(PeerLostException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "netty"})
    void failsATransferWhoseSenderIsKilled(String link) {
        start(link, "stream");
        byte[] destination = new byte[PeerMain.LARGE_LENGTH];
        endpoint.recv(peer, PeerMain.LARGE, 0, Slice.of(destination));
        Request receive = endpoint.irecv(peer, PeerMain.LARGE, 0, Slice.of(destination));
        Request next = endpoint.irecv(peer, PeerMain.LARGE, 0, Slice.of(destination));
        process.kill();
        // The first may have been complete, or nearly so, when the process died; the next was not.
        assertThatThrownBy(
                        () -> {
                            receive.await();
                            next.await();
                            endpoint.recv(peer, PeerMain.LARGE, 0, Slice.of(destination));
                        })
                .isInstanceOf(PeerLostException.class);
    }
}
