package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Kill -9 of a peer in each phase of each protocol. */
@Tag("system")
@Timeout(120)
class KilledPeerSystemTest extends SurvivorTest {

    private static final String LINKS = "org.activeobjects.transport.fault.Links#acrossProcesses";

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsWhatWaitsForAnIdlePeer(String link) throws Exception {
        start(link, "idle");
        Request exact = endpoint.irecv(peer, 7, 0, Slice.of(new byte[8]));
        Request any = endpoint.irecv(EndpointAddress.ANY_SOURCE, 7, 0, Slice.of(new byte[8]));

        victim.kill();

        assertLost(lossOf(exact::await));
        assertThat(any.test()).as("another peer may still send").isFalse();
        endpoint.send(endpoint.address(), 7, 0, Slice.of(new byte[8]));
        assertThat(any.await(PATIENCE).source()).isEqualTo(endpoint.address());
        assertLost(lossOf(() -> endpoint.isend(peer, 7, 0, Slice.EMPTY).await(PATIENCE)));
        assertLost(lossOf(() -> endpoint.recv(peer, 7, 0, Slice.EMPTY)));
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void keepsTheEagerMessagesThatHaveArrived(String link) throws Exception {
        start(link, "eager");
        // Whatever was sent before this one is here, unexpected.
        await(VictimMain.MARK);

        victim.kill();
        assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();

        int[] got = new int[2];
        for (int i = 0; i < VictimMain.EAGER_COUNT; i++) {
            endpoint.irecv(peer, VictimMain.EAGER, 0, Slice.of(got)).await(PATIENCE);
            assertThat(got).containsExactly(i, -i);
        }
        assertLost(lossOf(() -> endpoint.recv(peer, VictimMain.EAGER, 0, Slice.of(got))));
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsTheReceiveOfWhatADeadPeerHasAnnounced(String link) throws Exception {
        start(link, "announced");
        await(VictimMain.MARK);
        for (int i = 0; i < VictimMain.LARGE_COUNT; i++) {
            Status announced = endpoint.probe(peer, VictimMain.LARGE + i, 0);
            assertThat(announced.count()).isEqualTo(VictimMain.LARGE_LENGTH);
        }

        victim.kill();
        assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();

        byte[] room = new byte[VictimMain.LARGE_LENGTH];
        for (int i = 0; i < VictimMain.LARGE_COUNT; i++) {
            int tag = VictimMain.LARGE + i;
            assertLost(lossOf(() -> endpoint.recv(peer, tag, 0, Slice.of(room))));
        }
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsAReceiveBetweenItsClearToSendAndTheData(String link) throws Exception {
        start(link, "announced");
        await(VictimMain.MARK);
        Signals.stop(victim.handle());
        // The sender stands still: it is told to send, and sends nothing.
        byte[] room = new byte[VictimMain.LARGE_LENGTH];
        Request receive = endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(room));
        assertThat(receive.test()).isFalse();
        bystanders.awaitProgress();

        victim.kill();

        assertLost(lossOf(receive::await));
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsSendsThatThePeerNeverTook(String link) throws Exception {
        start(link, "idle");
        Request small = endpoint.issend(peer, 7, 0, Slice.of(new byte[100]));
        Request large = endpoint.isend(peer, 7, 0, Slice.of(new double[500_000]));
        assertThat(small.test()).isFalse();
        assertThat(large.test()).isFalse();

        victim.kill();

        assertLost(lossOf(small::await));
        assertLost(lossOf(large::await));
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsAReceiveInTheMiddleOfItsData(String link) throws Exception {
        start(link, "sending");
        byte[] huge = new byte[VictimMain.HUGE_LENGTH];
        Request receive;
        while (true) {
            Arrays.fill(huge, (byte) 0);
            receive = endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(huge));
            Request pending = receive;
            CompletableFuture<Status> waiting = CompletableFuture.supplyAsync(pending::await);
            while (!VictimMain.isHere(huge, 0)) {
                Thread.onSpinWait();
            }
            Signals.stop(victim.handle());
            bystanders.awaitProgress();
            if (!VictimMain.isHere(huge, huge.length - 1)) {
                break;
            }
            Signals.resume(victim.handle());
            waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        victim.kill();

        assertLost(lossOf(receive::await));
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsASendInTheMiddleOfItsData(String link) throws Exception {
        start(link, "receiving");
        byte[] huge = new byte[VictimMain.HUGE_LENGTH];
        Arrays.fill(huge, (byte) 1);

        assertLost(
                lossOf(
                        () -> {
                            while (true) {
                                endpoint.send(peer, VictimMain.LARGE, 0, Slice.of(huge));
                                endpoint.recv(peer, VictimMain.MARK, 0, Slice.of(new byte[1]));
                            }
                        }));
    }

    /** Over a link with a direct lane the survivor reads the memory of the dead. */
    @ParameterizedTest
    @MethodSource(LINKS)
    void takesTheWholeOfARegisteredBufferOrFails(String link) throws Exception {
        start(link, "registered");
        byte[] huge = new byte[VictimMain.HUGE_LENGTH];
        Request receive = endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(huge));
        CompletableFuture<Status> waiting = CompletableFuture.supplyAsync(receive::await);
        while (!VictimMain.isHere(huge, 0)) {
            Thread.onSpinWait();
        }

        victim.kill();

        waiting.handle((status, loss) -> loss).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (!waiting.isCompletedExceptionally()) {
            for (byte one : huge) {
                assertThat(one).isOne();
            }
        }
        assertLost(
                lossOf(
                        () -> {
                            while (true) {
                                endpoint.recv(peer, VictimMain.LARGE, 0, Slice.of(huge));
                            }
                        }));
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void getsBackARegisteredBufferThatADeadPeerWasReading(String link) throws Exception {
        start(link, "receiving");
        RegisteredBuffer buffer = transport.allocate(VictimMain.HUGE_LENGTH);
        try (RegisteredBuffer.View view = buffer.view(ElementType.BYTE)) {
            view.segment().fill((byte) 1);
            assertLost(
                    lossOf(
                            () -> {
                                while (true) {
                                    endpoint.send(peer, VictimMain.LARGE, 0, view.slice());
                                    endpoint.recv(peer, VictimMain.MARK, 0, Slice.of(new byte[1]));
                                }
                            }));
        }
        buffer.close();
        assertThat(buffer.isReleased()).isTrue();
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void wakesWhoSleepsForAPeerThatSleepsToo(String link) throws Exception {
        start(link, "asleep");
        victim.awaitLine("ASLEEP", PATIENCE);
        Request receive = endpoint.irecv(peer, 7, 0, Slice.of(new byte[8]));
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Thread waiting =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    try {
                                        seen.completeExceptionally(
                                                new AssertionError("received " + receive.await()));
                                    } catch (TransportException e) {
                                        seen.complete(e);
                                    }
                                });
        // The bystanders would keep this runtime awake.
        bystanders.close();
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> VictimMain.isAsleep(waiting));

        victim.kill();

        assertThat(seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasMessageContaining("pid " + victim.handle().pid());
        bystanders = new Bystanders(transport, org.activeobjects.transport.Transport.open(config));
        bystanders.awaitProgress();
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void failsAConnectToAPeerThatDiesBeforeItAnswers(String link) throws Exception {
        open(link, Duration.ofSeconds(10));
        startVictim("unconnected");
        int port = Integer.parseInt(victim.awaitLine("PORT ", PATIENCE).substring(5));
        Signals.stop(victim.handle());
        CompletableFuture<Object> connecting =
                CompletableFuture.supplyAsync(() -> transport.connect("127.0.0.1", port));
        // The kernel takes the connection; the greeting lies there unread.
        Awaitility.await().atMost(PATIENCE).until(() -> hasConnectionTo(port));
        bystanders.awaitProgress();
        assertThat(connecting).isNotDone();

        victim.kill();

        assertThat(connecting)
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(TransportException.class)
                .withMessageContaining(Integer.toString(port));
        bystanders.awaitProgress();
        assertThat(transport.peers()).as("strangers are no peers").hasSize(1);
        RuntimeId unknown = RuntimeId.random();
        assertThat(lossOf(() -> transport.linkTo(unknown))).hasMessageContaining("unknown peer");
    }

    private static boolean hasConnectionTo(int port) throws java.io.IOException {
        String wanted = ":%04X 01".formatted(port);
        for (String file : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
            for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of(file))) {
                if (line.contains(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }
}
