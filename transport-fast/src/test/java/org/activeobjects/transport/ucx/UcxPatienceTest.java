package org.activeobjects.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.binding.UcpWorker;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * How long a peer is waited for that has no core: of two pairs, the one that may be silent for
 * longer waits on when the other one, which has begun later, has given up.
 */
@Timeout(60)
class UcxPatienceTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int LENGTH = 1 << 20;

    private LinkPair patient;
    private LinkPair hasty;

    @BeforeAll
    static void requireLibrary() {
        UcxHere.assume();
    }

    @BeforeEach
    void open() throws LinkUnavailableException {
        patient = open(LONG);
        hasty = open(SHORT);
    }

    @AfterEach
    void close() {
        patient.close();
        hasty.close();
    }

    private static LinkPair open(Duration silence) throws LinkUnavailableException {
        TransportConfig config =
                TransportConfig.defaults()
                        .withLinks("ucx")
                        .withTimeouts(LONG, silence)
                        .withSetting("ucx.tls", "posix,self")
                        .withSetting("ucx.rendezvousThreshold", "1024");
        return LinkPair.open(
                new UcxLinkProvider(), config, new FrameRecorder(), new FrameRecorder());
    }

    private static boolean trySend(LinkPair pair, int flag, int length) {
        FrameHeader header = new FrameHeader();
        header.set(1, 1, flag, length, 0, 0, 0, 0, 0);
        return pair.near.trySend(header, Slice.of(new byte[length]), 0, length);
    }

    private static long expose(LinkPair pair) {
        Slice memory = Slice.of(Arena.ofAuto().allocate(LENGTH), ElementType.BYTE);
        long handle = pair.near.directLane().expose(memory);
        assertThat(trySend(pair, 0, 0)).as("it is announced").isTrue();
        return handle;
    }

    private static boolean hasGivenUp(LinkPair pair) {
        return ((UcxLink) pair.near).hasFailed();
    }

    @Test
    void thatHasMemoryOfTheProgram() throws Exception {
        long handle = expose(patient);
        CountDownLatch begun = new CountDownLatch(1);
        Thread waiting =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    begun.countDown();
                                    patient.near.directLane().conceal(handle);
                                });
        begun.await();

        hasty.near.directLane().conceal(expose(hasty));

        assertThat(hasGivenUp(hasty)).isTrue();
        assertThat(waiting.isAlive()).isTrue();
        assertThat(hasGivenUp(patient)).isFalse();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            patient.far.poll(16);
                            return !waiting.isAlive();
                        });
        assertThat(hasGivenUp(patient)).isFalse();
    }

    @Test
    void thatHasNotTakenWhatIsSentBeforeTheLinkIsClosed() {
        UcpWorker farOfPatient = ((UcxLinkService) patient.accepting).worker();
        UcpWorker farOfHasty = ((UcxLinkService) hasty.accepting).worker();
        UcxLinkService near = (UcxLinkService) patient.initiating;
        Departures leaving = near.departures();
        farOfPatient.lock();
        farOfHasty.lock();
        try {
            closeFull(patient);
            closeFull(hasty);
            Departures left = ((UcxLinkService) hasty.initiating).departures();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(left::isAnyLeft);

            assertThat(leaving.isAnyLeft()).isFalse();
        } finally {
            farOfHasty.unlock();
            farOfPatient.unlock();
        }
        patient.far.close();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !leaving.isAny());
        near.worker().lock();
        try {
            assertThat(((UcxLink) patient.near).lanes().isSent()).isTrue();
        } finally {
            near.worker().unlock();
        }
    }

    private static void closeFull(LinkPair pair) {
        int sent = 0;
        while (trySend(pair, FrameHeader.FLAG_DATA, pair.near.chunkLength(LENGTH))) {
            sent++;
        }
        assertThat(sent).as("frames under way").isPositive();
        pair.near.close();
    }
}
