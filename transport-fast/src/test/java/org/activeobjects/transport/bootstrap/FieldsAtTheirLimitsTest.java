package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** Peers with the right secret that say what they may say with every number at its limits. */
@Timeout(240)
class FieldsAtTheirLimitsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ALL = 100_000;
    private static final int DONE = 1;
    private static final int[] LIMITS = {
        0, 0, 1, 1, 2, 8, 255, 256, 0xffff, -1, Integer.MAX_VALUE, Integer.MIN_VALUE
    };
    private static final long[] LONG_LIMITS = {
        0, 1, -1, 1L << 32, 1L << 48, (1L << 56) - 1, Long.MAX_VALUE, Long.MIN_VALUE
    };
    private static final int[] LENGTHS = {0, 0, 0, 1, 8, 16, 64, 72, 4096};
    private static final int[] MORE = {1 << 20, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};

    /** A peer costs less than this; what it declares is up to 2 GiB and more. */
    private static final long MOST_ALLOCATED = 64 << 20;

    @TempDir Path memory;

    private final Map<RuntimeId, PeerLostException> losses = new ConcurrentHashMap<>();
    private final Map<RuntimeId, Boolean> done = new ConcurrentHashMap<>();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private TransportConfig config;
    private Transport victim;
    private Transport friend;
    private Endpoint near;
    private Endpoint far;

    private void open(String link) {
        config =
                TransportConfig.defaults()
                        .withJob("limits", TransportConfig.newSecret())
                        .withSharedMemory(memory)
                        .withLinks(link);
        victim = Transport.open(config);
        friend = Transport.open(config);
        victim.learn(friend.card());
        friend.learn(victim.card());
        victim.onPeerLost(loss -> losses.put(RuntimeId.parse(loss.runtime()), loss));
        victim.handle(DONE, (from, _, _, _) -> done.put(from, true));
        victim.openActiveMessages("table", table -> table.onRequest(1, "take", _ -> {}));
        near = victim.openEndpoint();
        far = friend.openEndpoint();
    }

    @AfterEach
    void close() {
        friend.close();
        victim.close();
    }

    private void assertServes() {
        far.isend(near.address(), 1, 1, Slice.of(new int[] {42}));
        int[] got = new int[1];
        near.irecv(far.address(), 1, 1, Slice.of(got)).await(PATIENCE);
        assertThat(got).containsExactly(42);
    }

    @ParameterizedTest
    @CsvSource({"tcp, 1", "tcp, 2", "netty, 3", "netty, 4"})
    void inFramesEndInWordsAndHarmNobodyElse(String link, long seed) throws Exception {
        open(link);
        assertServes();
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 150; round++) {
            long before = threads.getTotalThreadAllocatedBytes();
            StringBuilder said = new StringBuilder("seed=" + seed + " round=" + round);
            try (Intruder intruder = intruder(link)) {
                near.irecv(EndpointAddress.ANY_SOURCE, 2, 0, Slice.of(new byte[8]));
                if (isRefused(intruder, random, said)) {
                    refused++;
                }
                intruder.socket().close();
                awaitLoss(intruder, said);
            }
            assertThat(threads.getTotalThreadAllocatedBytes() - before)
                    .as("%s", said)
                    .isLessThan(MOST_ALLOCATED);
            if (round % 10 == 0) {
                assertServes();
            }
        }
        assertThat(refused).isGreaterThan(20);
        assertServes();
    }

    private Intruder intruder(String link) throws Exception {
        return new Intruder(victim.card(), config, LinkServices.known().get(link), ALL);
    }

    /** Any loss but one for a fault of the victim's own will do. */
    private void awaitLoss(Intruder intruder, CharSequence said) {
        Awaitility.await(said.toString())
                .atMost(PATIENCE)
                .until(() -> losses.containsKey(intruder.id()));
        assertThat(losses.get(intruder.id()).getMessage())
                .as("%s", said)
                .doesNotContain("taking a frame failed", "Exception");
    }

    /** Sends frames until one is not whole; returns whether the victim refuses any before that. */
    private boolean isRefused(Intruder intruder, Random random, StringBuilder said)
            throws Exception {
        try (Link link = intruder.join()) {
            for (int frame = 0; frame < 8; frame++) {
                FrameHeader header = header(random);
                said.append(' ').append(header);
                int length = header.payloadLength();
                boolean isWhole = length >= 0 && length <= 4096;
                Slice payload = isWhole && length > 0 ? Slice.of(new byte[length]) : null;
                send(link, header, payload);
                if (!isWhole) {
                    return false;
                }
            }
            FrameHeader last =
                    new FrameHeader().set(7, DONE, FrameHeader.FLAG_URGENT, 1, 0, 0, 0, 1, 0);
            send(link, last, Slice.of(new byte[1]));
            Awaitility.await(said.toString())
                    .atMost(PATIENCE)
                    .until(
                            () ->
                                    done.containsKey(intruder.id())
                                            || losses.containsKey(intruder.id()));
            return losses.containsKey(intruder.id());
        }
    }

    private static void send(Link link, FrameHeader header, Slice payload) {
        int length = payload == null ? 0 : header.payloadLength();
        if (link.isOpen()) {
            var _ = link.trySend(header, payload, 0, length); // not any more if it is refused
            link.flush();
        }
    }

    private FrameHeader header(Random random) {
        int kind = random.nextInt(8) == 0 ? limit(random) : random.nextInt(31);
        int type = random.nextBoolean() ? 1 + random.nextInt(8) : limit(random);
        int source = random.nextBoolean() ? 1 : limit(random);
        int target = random.nextBoolean() ? near.address().id() : limit(random);
        int flags = random.nextInt(4) == 0 ? limit(random) : 0;
        int tag = random.nextBoolean() ? 2 : limit(random);
        int context = random.nextBoolean() ? 0 : limit(random);
        boolean isWhole = random.nextInt(16) > 0;
        int length = isWhole ? LENGTHS[random.nextInt(9)] : MORE[random.nextInt(4)];
        long word = LONG_LIMITS[random.nextInt(LONG_LIMITS.length)];
        return new FrameHeader().set(kind, type, flags, length, source, target, tag, context, word);
    }

    private static int limit(Random random) {
        return LIMITS[random.nextInt(LIMITS.length)];
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "netty"})
    void inTheHandshakeAndBehindItEndInAnEndOfTheConnection(String link) throws Exception {
        open(link);
        int[] lengths = {0, -1, 1, Frames.MAX_BODY + 2, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int length : lengths) {
            for (int kind = -1; kind <= Frames.REFUSE + 1; kind++) {
                byte[] frame = ByteBuffer.allocate(5).putInt(length).put((byte) kind).array();
                String said = "length=" + length + " kind=" + kind;
                long before = threads.getTotalThreadAllocatedBytes();
                try (Intruder early = intruder(link);
                        Intruder late = intruder(link)) {
                    early.socket()
                            .getOutputStream()
                            .write(new Handshake(true, friend.card(), config).greeting());
                    early.socket().getOutputStream().write(frame);
                    early.socket().shutdownOutput();
                    assertEnds(early, said);
                    try (Link joined = late.join()) {
                        assertThat(joined.isOpen()).isTrue();
                        late.socket().getOutputStream().write(frame);
                        late.socket().shutdownOutput();
                        assertEnds(late, said);
                    }
                    awaitLoss(late, said);
                }
                assertThat(threads.getTotalThreadAllocatedBytes() - before)
                        .as(said)
                        .isLessThan(MOST_ALLOCATED);
            }
            assertServes();
        }
    }

    private static void assertEnds(Intruder intruder, String said) throws IOException {
        try {
            assertThat(intruder.socket().getInputStream().readAllBytes()).as(said).isNotNull();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("not closed: " + said, e);
        } catch (SocketException e) {
            assertThat(e).as(said).hasMessageContaining("reset");
        }
    }
}
