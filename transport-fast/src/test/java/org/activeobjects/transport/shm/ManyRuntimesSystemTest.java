package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/** As many ranks on one host as large ones have cores, joined by shared memory alone. */
@Tag("system")
@Timeout(180)
class ManyRuntimesSystemTest {

    private static final int RANKS = 64;
    private static final int TAG = 1;
    private static final int CONTEXT = 1;
    private static final Path MAPS = Path.of("/proc/self/maps");

    @TempDir Path memory;

    private final List<Transport> transports = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<EndpointAddress> addresses = new ArrayList<>();

    private long mappedFiles() throws IOException {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(memory + "/")).count();
        }
    }

    /** Segments and bulk rings are of sealed memory in this JVM. */
    private static long mappedSealed(String kind) throws IOException {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains("memfd:activeobjects-" + kind)).count();
        }
    }

    @Test
    void sixtyFourRanksTalkAndOnlyPairsThatDoHaveMemory() throws Exception {
        assumeTrue(Files.isReadable(MAPS), "this system does not tell what is mapped");
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("many", TransportConfig.newSecret())
                        .withSharedMemory(memory)
                        .withLinks("shm")
                        .withTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(60))
                        .withRanksOnHost(RANKS);
        try {
            open(config);
            assertThat(mappedSealed("pair")).as("nobody talks yet").isZero();

            everyRank(rank -> exchange(rank, rank ^ 1, 1_000));
            assertThat(mappedSealed("pair")).as("two ends of each pair").isEqualTo(RANKS);
            assertThat(mappedSealed("bulk")).as("small messages only").isZero();

            everyRank(rank -> ring(rank, 50));
            assertThat(mappedSealed("pair")).as("a ring").isEqualTo(2 * RANKS);
            assertThat(mappedSealed("bulk")).as("small messages only").isZero();

            everyRank(rank -> exchange(rank, rank ^ 1, 60_000));
            assertThat(mappedSealed("bulk")).as("both ways, both ends").isEqualTo(2 * RANKS);
            assertThat(mappedSealed("pair")).as("as before").isEqualTo(2 * RANKS);
        } finally {
            transports.forEach(Transport::close);
        }
        assertThat(memory).isEmptyDirectory();
        assertThat(mappedFiles()).isZero();
        assertThat(mappedSealed("")).isZero();
    }

    private void open(TransportConfig config) {
        for (int rank = 0; rank < RANKS; rank++) {
            transports.add(Transport.open(config));
            endpoints.add(transports.get(rank).openEndpoint());
            addresses.add(endpoints.get(rank).address());
        }
        for (Transport transport : transports) {
            for (Transport other : transports) {
                RuntimeCard card = other.card();
                if (other != transport) {
                    transport.learn(card);
                }
            }
        }
    }

    /** What one rank does. */
    private interface Part {
        void play(int rank);
    }

    private static void everyRank(Part part) throws Exception {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            int me = rank;
            FutureTask<Void> task =
                    new FutureTask<>(
                            () -> {
                                part.play(me);
                                return null;
                            });
            tasks.add(task);
            Thread.ofPlatform().start(task);
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
    }

    private void exchange(int rank, int other, int count) {
        double[] source = new double[count];
        source[count - 1] = rank;
        double[] destination = new double[count];
        for (int round = 0; round < 20; round++) {
            destination[count - 1] = -1;
            endpoints
                    .get(rank)
                    .exchange(
                            addresses.get(other),
                            TAG,
                            CONTEXT,
                            Slice.of(source),
                            Slice.of(destination));
            assertThat(destination[count - 1]).isEqualTo(other);
        }
    }

    /** Passes numbers on, to the right all the time. */
    private void ring(int rank, int rounds) {
        int[] ball = {rank};
        int[] next = new int[1];
        EndpointAddress right = addresses.get((rank + 1) % RANKS);
        EndpointAddress left = addresses.get((rank + RANKS - 1) % RANKS);
        for (int round = 1; round <= rounds; round++) {
            endpoints.get(rank).send(right, TAG + 1, CONTEXT, Slice.of(ball));
            endpoints.get(rank).recv(left, TAG + 1, CONTEXT, Slice.of(next));
            ball[0] = next[0];
            assertThat(ball[0]).isEqualTo(Math.floorMod(rank - round, RANKS));
        }
    }
}
