package org.activeobjects.transport.ucx.binding;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.UcxHere;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;

/** What a worker knows of memory at its end, while a peer has taken a message, and while not. */
class UcpWorkerTest {

    private static final long TAG = 7;
    private static final Map<String, String> SETTINGS =
            Map.of("TLS", "posix,self", "RNDV_THRESH", "1024");

    /** Not to be closed: UCX may have it to the end. */
    private final MemorySegment memory = Arena.ofAuto().allocate(1 << 20);

    private UcpWorker sender;
    private UcpWorker receiver;
    private long endpoint;

    @BeforeAll
    static void requireLibrary() {
        UcxHere.assume();
    }

    @BeforeEach
    void connect() throws LinkUnavailableException {
        Ucp ucp = Ucp.load("libucp.so.0");
        sender = UcpWorker.open(ucp, SETTINGS, (peer, status) -> {});
        receiver = UcpWorker.open(ucp, SETTINGS, (peer, status) -> {});
        endpoint = sender.connect(receiver.address(), false);
    }

    @AfterEach
    void close() {
        if (sender != null) {
            sender.close();
            receiver.close();
        }
    }

    private long send() {
        long request = sender.send(endpoint, memory.address(), memory.byteSize(), TAG);
        assertThat(request).as("a request that is under way").isPositive();
        return request;
    }

    private void move() {
        var _ = sender.progress() + receiver.progress();
    }

    @Test
    void hasTheMemoryOfAMessageThatNobodyTakes() {
        long request = send();
        assertThat(sender.isUnfinished()).as("somebody waits for it").isFalse();

        sender.abandon(request);
        assertThat(sender.isUnfinished()).isTrue();
        assertThat(receiver.isUnfinished()).isFalse();
    }

    @Test
    void letsGoOfTheMemoryOfAMessageThatIsTakenLater() {
        sender.abandon(send());

        Drops drops = new Drops(receiver);
        assertThat(drops.add(receiver.receive(0, 0, TAG))).isTrue();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            move();
                            return drops.reap() == 0 && !sender.isUnfinished();
                        });
    }

    @Test
    void hasNothingOfAMessageThatWasTakenBefore() {
        long request = send();
        long received = receiver.receive(memory.address(), 1, TAG);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            move();
                            return sender.check(request) != Ucp.IN_PROGRESS
                                    && receiver.check(received) != Ucp.IN_PROGRESS;
                        });

        sender.abandon(request);
        receiver.abandon(received);
        assertThat(sender.isUnfinished()).isFalse();
        assertThat(receiver.isUnfinished()).isFalse();
    }
}
