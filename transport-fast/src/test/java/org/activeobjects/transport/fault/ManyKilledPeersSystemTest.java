package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One peer after the other is killed with messages, transfers and segments under way; what they
 * held here is given back. {@code -Dactiveobjects.test.kills=50} kills more of them.
 */
@Tag("system")
@Timeout(300)
class ManyKilledPeersSystemTest extends SurvivorTest {

    private static final String LINKS = "org.activeobjects.transport.fault.Links#acrossProcesses";

    /** So many until no thread or descriptor is new: Netty's loops start with the connections. */
    private static final int FIRST =
            Math.max(2, 1 + Runtime.getRuntime().availableProcessors() / 4);

    private static final int KILLS = Integer.getInteger("activeobjects.test.kills", 6);

    /**
     * Sockets that UCX keeps of an endpoint that was closed before it had seen the peer's end, one
     * for each of its lanes; it looks at them again when it has a next endpoint.
     */
    private static final int KEPT_BY_UCX = 3;

    /**
     * What a process holds.
     *
     * @param files files that stay open: what each is
     * @param mappings mappings of files of the job
     * @param buffers bytes of direct and of mapped buffers
     * @param threads live threads, by name
     * @param heap bytes of the heap that are reachable
     */
    private record Holdings(
            List<String> files, long mappings, long buffers, List<String> threads, long heap) {

        private static final String CLOSED = "closed meanwhile";

        static Holdings now(Path memory) throws IOException {
            System.gc();
            long mappings;
            try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
                mappings = lines.filter(line -> line.contains(memory.toString())).count();
            }
            long buffers =
                    ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                            .mapToLong(BufferPoolMXBean::getMemoryUsed)
                            .sum();
            try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
                return new Holdings(
                        files.map(Holdings::target).filter(Holdings::stays).sorted().toList(),
                        mappings,
                        buffers,
                        Thread.getAllStackTraces().keySet().stream()
                                .map(Thread::getName)
                                .filter(name -> !isOfJdk(name))
                                .sorted()
                                .toList(),
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            }
        }

        private static String target(Path file) {
            try {
                return Files.readSymbolicLink(file).toString();
            } catch (IOException e) {
                return CLOSED;
            }
        }

        /** What another thread just reads, such as the state of a process, is held by nobody. */
        private static boolean stays(String file) {
            return !file.equals(CLOSED) && !file.startsWith("/proc/");
        }

        /** Those that the JDK keeps for a minute after a process has ended, for the next one. */
        private static boolean isOfJdk(String thread) {
            return thread.startsWith("ForkJoinPool.commonPool-") || thread.equals("process reaper");
        }

        boolean isWithin(Holdings other, int keptFiles) {
            // A buffer that a thread of the test has cached for its own I/O is no leak.
            return files.size() <= other.files.size() + 1 + keptFiles
                    && mappings <= other.mappings
                    && buffers <= other.buffers + 512 * 1024
                    && threads.size() <= other.threads.size() + 1
                    // A single array of a transfer would be more.
                    && heap <= other.heap + VictimMain.HUGE_LENGTH / 2;
        }
    }

    @ParameterizedTest
    @MethodSource(LINKS)
    void holdNothingAfterwards(String link) throws Exception {
        start(link, "idle");
        killOne("idle");
        for (int i = 1; i < FIRST; i++) {
            killOne("eager", true);
        }
        Holdings before = Holdings.now(config.sharedMemory());

        for (int i = 0; i < KILLS; i++) {
            killOne(List.of("eager", "announced", "sending").get(i % 3), true);
        }

        int kept = link.equals("ucx") ? KEPT_BY_UCX : 0;
        // A library may hold what a dead peer was writing to until it is sure that it is dead.
        Awaitility.await()
                .atMost(PATIENCE.multipliedBy(3))
                .untilAsserted(
                        () -> {
                            Holdings now = Holdings.now(config.sharedMemory());
                            assertThat(now.isWithin(before, kept))
                                    .as("before %s, after %d kills %s", before, KILLS, now)
                                    .isTrue();
                        });
        bystanders.awaitProgress();
    }

    private void killOne(String phase, boolean starts) throws Exception {
        if (starts) {
            startVictim(phase);
        }
        killOne(phase);
    }

    private void killOne(String phase) throws Exception {
        byte[] room = new byte[VictimMain.HUGE_LENGTH];
        Request receive = endpoint.irecv(peer, VictimMain.NEVER, 0, Slice.of(new byte[1]));
        Request underWay = receive;
        switch (phase) {
            case "sending" -> {
                // One transfer whole, and one under way.
                endpoint.recv(peer, VictimMain.LARGE, 0, Slice.of(room));
                underWay = endpoint.irecv(peer, VictimMain.LARGE, 0, Slice.of(room));
            }
            case "eager", "announced" -> endpoint.recv(peer, VictimMain.MARK, 0, Slice.of(room));
            default -> {}
        }
        victim.kill();
        // A request that nobody asks for its end is kept for whoever may ask later.
        assertThat(lossOf(underWay::await)).hasMessageContaining("pid " + victim.handle().pid());
        assertThat(lossOf(receive::await)).hasMessageContaining("pid " + victim.handle().pid());
        assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
        victim.close();
    }
}
