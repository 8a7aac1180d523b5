package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;

/**
 * Bulk data that is sent while the other side looks into its rings in vain, and then the end of the
 * link: a race, so it is run many times, by more threads than there are cores.
 */
@Timeout(120)
class LastDataTest {

    private static final int PAIRS = 4;
    private static final int ROUNDS = 400;
    private static final int LONGEST_PAUSE = 2000;
    private static final byte[] LAST = new byte[64];

    @TempDir Path folder;

    @Test
    void isTakenBeforeTheEndOfTheLink() throws Exception {
        try (ExecutorService pairs = Executors.newFixedThreadPool(PAIRS)) {
            List<Future<Integer>> lost = new ArrayList<>();
            for (int pair = 0; pair < PAIRS; pair++) {
                Random random = new Random(pair);
                lost.add(pairs.submit(() -> lost(random)));
            }
            for (Future<Integer> ofPair : lost) {
                assertThat(ofPair.get()).as("frames lost in %d rounds", ROUNDS).isZero();
            }
        }
    }

    private int lost(Random random) throws Exception {
        int lost = 0;
        try (ShmPair.Side left = new ShmPair.Side(folder, "test");
                ShmPair.Side right = new ShmPair.Side(folder, "test");
                ExecutorService poller = Executors.newSingleThreadExecutor()) {
            Phaser start = new Phaser(2);
            for (int round = 0; round < ROUNDS; round++) {
                ShmPair.join(left, right);
                ShmPair.bringBulkUp(left, right);
                right.closings.clear();
                Link polled = right.link;
                Future<?> end =
                        poller.submit(
                                () -> {
                                    start.arriveAndAwaitAdvance();
                                    while (right.closings.isEmpty()) {
                                        polled.poll(1);
                                    }
                                });
                start.arriveAndAwaitAdvance();
                for (int pause = random.nextInt(LONGEST_PAUSE); pause > 0; pause--) {
                    Thread.onSpinWait();
                }
                assertThat(left.trySend(1, FrameHeader.FLAG_DATA, LAST)).isTrue();
                left.link.close();
                end.get();
                lost += right.payloads.size() == 1 ? 0 : 1;
            }
        }
        return lost;
    }
}
