package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;

/** What a link of sockets does beyond the contract. */
@Timeout(60)
class TcpLinkTest {

    private final FrameRecorder near = new FrameRecorder();
    private final FrameRecorder far = new FrameRecorder();

    private static TransportConfig smallBuffers() {
        return TransportConfig.defaults()
                .withSetting("tcp.sendBuffer", "16384")
                .withSetting("tcp.receiveBuffer", "16384");
    }

    private LinkPair open(TransportConfig config) throws LinkUnavailableException {
        return LinkPair.open(new TcpLinkProvider(), config, near, far);
    }

    private static FrameHeader header(int flags, int length, int number) {
        return new FrameHeader().set(1, 1, flags, length, 1, 1, number, 0, 0);
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void ringsForInputOnceSomebodyIsAboutToSleep() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            for (int round = 0; round < 20; round++) {
                pair.far.poll(1);
                pair.farBell.arm(Doorbell.WAITING);
                pair.far.watch();
                assertThat(pair.far.hasInput()).isFalse();
                pair.send(pair.near, header(0, 0, round), null, 0, 0);
                await().until(() -> pair.farBell.level() == Doorbell.AWAKE);
                assertThat(pair.far.hasInput()).isTrue();
                assertThat(pair.far.poll(16)).isEqualTo(1);
            }
        }
    }

    @Test
    void ringsForInputWhenNobodyHasPolledForAWhile() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            pair.far.poll(1);
            pair.farBell.arm(Doorbell.IDLE);
            FrameHeader header = header(0, 0, 1);
            assertThat(pair.near.trySend(header, null, 0, 0)).isTrue();
            pair.near.flush();
            await().until(() -> pair.farBell.level() == Doorbell.AWAKE);
        }
    }

    @Test
    void ringsAgainUntilSomebodyPolls() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            assertThat(pair.near.trySend(header(0, 0, 1), null, 0, 0)).isTrue();
            pair.near.flush();
            for (int round = 0; round < 3; round++) {
                pair.farBell.arm(Doorbell.IDLE);
                await().until(() -> pair.farBell.level() == Doorbell.AWAKE);
            }
        }
    }

    @Test
    void ringsForTheEndOfThePeer() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            pair.farBell.arm(Doorbell.WAITING);
            pair.far.watch();
            pair.near.close();
            await().until(() -> pair.farBell.level() == Doorbell.AWAKE);
            assertThat(pair.far.hasInput()).isTrue();
            pair.far.poll(1);
            assertThat(far.closings).containsExactly("the peer closed the connection");
            assertThat(pair.far.hasInput()).as("nothing more comes").isFalse();
        }
    }

    @Test
    void gathersSmallFramesUntilTheFlush() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            for (int i = 0; i < 10; i++) {
                assertThat(pair.near.trySend(header(0, 0, i), null, 0, 0)).isTrue();
            }
            pair.far.poll(16);
            assertThat(pair.far.hasInput()).isFalse();
            pair.near.flush();
            assertThat(pair.far.poll(4)).as("no more than asked for").isEqualTo(4);
            assertThat(pair.far.hasInput()).as("frames that were received before").isTrue();
            assertThat(pair.far.poll(16)).isEqualTo(6);
            assertThat(pair.far.poll(16)).isZero();
        }
    }

    /** Bursts that are over at once, of three frames each, teach a link to keep frames back. */
    private static void sendShortBursts(Link link, int bursts) {
        for (int burst = 0; burst < bursts; burst++) {
            for (int i = 0; i < 3; i++) {
                assertThat(link.trySend(header(0, 0, i), null, 0, 0)).isTrue();
                link.flushSoon();
            }
            link.flush();
        }
    }

    @Test
    void sendsByItselfWhatItHasKeptBackForMoreIfNobodyPolls() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            int all = 3 * 16 + 3;
            boolean isKeptBack = false;
            for (int round = 0; round < 1000 && !isKeptBack; round++) {
                near.frames.clear();
                far.frames.clear();
                sendShortBursts(pair.near, 16);
                // Somebody polls, so that the link's own thread is not asleep in the kernel.
                pair.send(pair.far, header(0, 0, 0), null, 0, 0);
                pair.near.poll(16);
                for (int i = 0; i < 3; i++) {
                    assertThat(pair.near.trySend(header(0, 0, i), null, 0, 0)).isTrue();
                    pair.near.flushSoon();
                }
                isKeptBack = pair.near.describe().contains("backlog=" + 2 * FrameHeader.LENGTH);
                if (!isKeptBack) { // it was asleep there all the same, or bursts took too long
                    pair.near.flush();
                    pair.pollUntil(() -> far.frames.size() == all, "frames of a round are missing");
                }
            }
            assertThat(isKeptBack).as("it has learnt to keep frames back").isTrue();
            await().until(
                            () -> {
                                pair.far.poll(64);
                                return far.frames.size() == all;
                            });
        }
    }

    @Test
    void keepsNothingBackOfAProgramThatWaitsAfterEachFrame() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            sendShortBursts(pair.near, 64);
            for (int i = 0; i < 10; i++) {
                assertThat(pair.near.trySend(header(0, 0, i), null, 0, 0)).isTrue();
                pair.near.flushSoon();
                assertThat(pair.near.describe()).as("frame %d", i).contains("backlog=0 ");
                pair.near.poll(16);
            }
        }
    }

    /** Frames are sent one way, and polled for, until the kernel looks for none any more. */
    private static void pollUntilTheKernelLooksNoMore(Link from, TcpLink to) {
        FrameHeader header = header(0, 0, 0);
        await().pollInterval(Duration.ofNanos(1000))
                .until(
                        () -> {
                            // Many at a time: between two looks here a slow machine polls too
                            // rarely.
                            for (int i = 0; i < 1000 && to.isInputWatched(); i++) {
                                assertThat(from.trySend(header, null, 0, 0)).isTrue();
                                from.flush();
                                while (to.poll(16) == 0) {
                                    Thread.onSpinWait();
                                }
                            }
                            return !to.isInputWatched();
                        });
    }

    @Test
    void noticesInputAgainAfterSomebodyHasPolledForLong() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            TcpLink link = (TcpLink) pair.far;
            for (int round = 0; round < 4; round++) {
                pollUntilTheKernelLooksNoMore(pair.near, link);
                pair.farBell.arm(Doorbell.WAITING);
                if (round % 2 == 0) { // else the link's own thread sees that nobody polls
                    link.watch();
                }
                pair.send(pair.near, header(0, 0, round), null, 0, 0);
                await().until(() -> pair.farBell.level() == Doorbell.AWAKE);
                assertThat(link.isInputWatched()).isTrue();
                assertThat(link.poll(16)).isEqualTo(1);
            }
        }
    }

    @Test
    void sendsWhatItHasTakenAlsoWhileTheKernelLooksForNoInput() throws Exception {
        try (LinkPair pair = open(smallBuffers())) {
            pollUntilTheKernelLooksNoMore(pair.far, (TcpLink) pair.near);
            byte[] payload = random(200_000, 2);
            FrameHeader header = header(FrameHeader.FLAG_DATA, payload.length, 0);
            assertThat(pair.near.trySend(header, Slice.of(payload), 0, payload.length)).isTrue();
            assertThat(pair.near.describe()).contains("waits for room");
            await().until(
                            () -> {
                                pair.far.poll(16);
                                return !far.frames.isEmpty();
                            });
            assertThat(far.frames.getFirst().payload()).isEqualTo(payload);
        }
    }

    @Test
    void hasTheKernelLookForInputOfAllOnceTheyAreMany() throws Exception {
        try (Star star = Star.open(new TcpLinkProvider(), TransportConfig.defaults(), 2)) {
            TcpLink link = (TcpLink) star.spoke(0);
            pollUntilTheKernelLooksNoMore(star.leaf(0), link);
            star.addLeaf();
            assertThat(link.isInputWatched()).isTrue();
            assertThat(star.leaf(0).trySend(header(0, 0, 1), null, 0, 0)).isTrue();
            star.leaf(0).flush();
            await().until(() -> link.poll(1) == 1);
        }
    }

    @Test
    void refusesAFrameThatIsTooLongForItsLane() throws Exception {
        TransportConfig config = TransportConfig.defaults().withSetting("tcp.eagerLimit", "4096");
        try (LinkPair pair = open(config)) {
            assertThat(pair.near.maxPayload()).isEqualTo(4096);
            Slice payload = Slice.of(new byte[8192]);
            assertThatThrownBy(() -> pair.near.trySend(header(0, 4097, 0), payload, 0, 4097))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("length=4097 limit=4096");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 60_000})
    void sendsNothingOfAFrameWhosePayloadIsGone(int length) throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            Slice gone = goneSlice(length);
            assertThatThrownBy(() -> pair.near.trySend(header(0, length, 0), gone, 0, length))
                    .isInstanceOf(IllegalStateException.class);
            byte[] payload = random(length, 1);
            pair.send(pair.near, header(0, length, 1), Slice.of(payload), 0, length);
            pair.pollUntil(() -> far.frames.size() == 1, "the next frame is missing");
            assertThat(far.frames.getFirst().payload()).isEqualTo(payload);
        }
    }

    private static Slice goneSlice(int length) {
        try (Arena arena = Arena.ofShared()) {
            return Slice.of(arena.allocate(length), ElementType.BYTE);
        }
    }

    @Test
    void refusesAPartThatLiesOutsideOfTheSlice() throws Exception {
        try (LinkPair pair = open(TransportConfig.defaults())) {
            Slice part = Slice.of(new byte[100_000], 0, 50_000);
            FrameHeader header = header(FrameHeader.FLAG_DATA, 60_000, 0);
            assertThatThrownBy(() -> pair.near.trySend(header, part, 0, 60_000))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            pair.send(pair.near, header(0, 0, 1), null, 0, 0);
            pair.pollUntil(() -> far.frames.size() == 1, "the next frame is missing");
        }
    }

    @Test
    void worksOverTheSixthVersion() throws Exception {
        TransportConfig config =
                TransportConfig.defaults().withBindAddress(InetAddress.getByName("::1"));
        assumeTrue(
                NetworkInterface.getByInetAddress(config.bindAddress()) != null,
                "this host has no IPv6");
        try (Star star = Star.open(new TcpLinkProvider(), config, 1)) {
            assertThat(star.leaf(0).trySend(header(0, 0, 6), null, 0, 0)).isTrue();
            star.leaf(0).flush();
            assertThat(star.leaf(0).describe()).contains("0:0:0:0:0:0:0:1");
            await().until(() -> star.spoke(0).poll(1) == 1);
        }
    }

    @Test
    void servesManyLinksOfOneRuntimeByAskingOnceForAll() throws Exception {
        try (Star star = Star.open(new TcpLinkProvider(), TransportConfig.defaults(), 20)) {
            for (int round = 0; round < 50; round++) {
                for (int i = 0; i < star.size(); i += 1 + round % 7) {
                    byte[] payload = random(1 + 997 * round, i);
                    FrameHeader header = header(0, payload.length, round);
                    while (!star.leaf(i).trySend(header, Slice.of(payload), 0, payload.length)) {
                        star.pollCentre();
                    }
                    star.leaf(i).flush();
                    star.expect(i, payload);
                }
                await().until(
                                () -> {
                                    star.pollCentre();
                                    return star.isComplete();
                                });
            }
        }
    }

    @Test
    void givesEveryDescriptorAndThreadBack() throws Exception {
        open(TransportConfig.defaults()).close();
        long before = openFiles();
        for (int i = 0; i < 10; i++) {
            try (LinkPair pair = open(TransportConfig.defaults())) {
                pair.send(pair.near, header(0, 0, i), null, 0, 0);
            }
        }
        assertThat(openFiles()).isEqualTo(before);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("tcp-link-"));
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
