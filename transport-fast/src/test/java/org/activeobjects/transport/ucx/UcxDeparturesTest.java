package org.activeobjects.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.binding.UcpWorker;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

/**
 * Links that are closed while the peer has not taken what was sent: of UCX's rendezvous, in which
 * the sender's memory is UCX's until the receiver has answered.
 */
@Timeout(60)
class UcxDeparturesTest {

    private static final String SHARED = "posix,self";
    private static final String SOCKETS = "tcp,self";
    private static final String ALL = "all";

    @BeforeAll
    static void requireLibrary() {
        UcxHere.assume();
    }

    private static LinkPair open(String devices) throws LinkUnavailableException {
        return open(devices, Duration.ofMinutes(1));
    }

    private static LinkPair open(String devices, Duration patience)
            throws LinkUnavailableException {
        TransportConfig config =
                TransportConfig.defaults()
                        .withLinks("ucx")
                        .withTimeouts(patience, patience)
                        .withSetting("ucx.tls", devices)
                        .withSetting("ucx.rendezvousThreshold", "1024");
        return LinkPair.open(
                new UcxLinkProvider(), config, new FrameRecorder(), new FrameRecorder());
    }

    /** Sends as much as the peer has room for, which takes nothing of it. */
    private static void fill(LinkPair pair) {
        int length = pair.near.chunkLength(1 << 20);
        Slice payload = Slice.of(new byte[length]);
        FrameHeader header = new FrameHeader();
        header.set(1, 1, FrameHeader.FLAG_DATA, length, 0, 0, 0, 0, 0);
        int sent = 0;
        while (pair.near.trySend(header, payload, 0, length)) {
            sent++;
        }
        assertThat(sent).as("frames under way").isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void takesWhatComesYetSoThatThePeerGetsItsMemoryBack(String devices)
            throws LinkUnavailableException {
        try (LinkPair pair = open(devices)) {
            fill(pair);
            pair.near.close();
            pair.far.close();

            UcxLinkService near = (UcxLinkService) pair.initiating;
            UcxLinkService far = (UcxLinkService) pair.accepting;
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !near.departures().isAny() && !far.departures().isAny());

            near.worker().lock();
            try {
                assertThat(((UcxLink) pair.near).lanes().isSent()).isTrue();
            } finally {
                near.worker().unlock();
            }
        }
    }

    @Test
    void whatAPeerAnswersTooLateIsLetGoOfAllTheSame() throws LinkUnavailableException {
        try (LinkPair pair = open(SHARED, Duration.ofMillis(100))) {
            fill(pair);
            UcxLinkService near = (UcxLinkService) pair.initiating;
            UcpWorker far = ((UcxLinkService) pair.accepting).worker();
            far.lock();
            try {
                pair.near.close();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> !near.departures().isAny() && near.departures().isAnyLeft());
            } finally {
                far.unlock();
            }

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(
                            () -> {
                                pair.far.poll(16);
                                return !near.departures().isAnyLeft();
                            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SOCKETS, ALL})
    void leavesAPeerThatTakesNothing(String devices) throws LinkUnavailableException {
        try (LinkPair pair = open(devices)) {
            fill(pair);
            UcpWorker worker = ((UcxLinkService) pair.initiating).worker();
            pair.initiating.close();

            assertThat(worker.enter()).as("it has not ended").isFalse();
        }
    }
}
