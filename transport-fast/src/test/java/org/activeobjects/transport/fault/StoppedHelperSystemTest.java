package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.error.TransportClosedException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A sender that stands still in the midst of a block that it copies, by itself, into a registered
 * buffer of its receiver.
 */
@Tag("system")
@Timeout(120)
class StoppedHelperSystemTest extends SurvivorTest {

    private static final int PAGE = 4096;

    /** Pages of a block. */
    private static final int BLOCK = 16;

    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

    private RegisteredBuffer buffer;
    private RegisteredBuffer.View view;
    private MemorySegment memory;
    private CompletableFuture<Status> waiting;
    private volatile Thread waiter;

    private void stopInTheMidst() throws Exception {
        start("shm", "registered");
        buffer = transport.allocate(VictimMain.HUGE_LENGTH);
        view = buffer.view(ElementType.BYTE);
        memory = view.segment();
        do {
            if (waiting != null) {
                Signals.resume(victim.handle());
                waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            memory.fill((byte) 0);
            Request receive = endpoint.irecv(peer, VictimMain.LARGE, 0, view.slice());
            waiting =
                    CompletableFuture.supplyAsync(
                            () -> {
                                waiter = Thread.currentThread();
                                return receive.await();
                            });
            while ((byte) BYTE.getOpaque(memory, 0L) == 0) {
                Thread.onSpinWait();
            }
            Signals.stop(victim.handle());
            // What the sender has not taken the receiver copies alone.
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> waiting.isDone() || missingPages() <= BLOCK);
            bystanders.awaitProgress();
        } while (waiting.isDone());
    }

    private int missingPages() {
        int missing = 0;
        for (long at = 0; at < VictimMain.HUGE_LENGTH; at += PAGE) {
            missing += (byte) BYTE.getOpaque(memory, at) == 0 ? 1 : 0;
        }
        return missing;
    }

    private void release() throws IOException {
        view.close();
        buffer.close();
        assertThat(buffer.isReleased()).isTrue();
    }

    @Test
    void writesNothingIntoABufferWhoseReceiveHasEndedMeanwhile() throws Exception {
        stopInTheMidst();

        endpoint.close();
        assertThatThrownBy(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(TransportClosedException.class);
        memory.fill((byte) 7);
        Signals.resume(victim.handle());
        victim.awaitExit(PATIENCE); // its send fails

        byte[] sevens = new byte[VictimMain.HUGE_LENGTH];
        Arrays.fill(sevens, (byte) 7);
        assertThat(memory.mismatch(MemorySegment.ofArray(sevens))).isEqualTo(-1);
        bystanders.awaitProgress();
        release();
    }

    @Test
    void isWaitedForAsleep() throws Exception {
        stopInTheMidst();
        bystanders.close(); // they would keep this runtime awake
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> VictimMain.isAsleep(waiter));

        Signals.resume(victim.handle());

        waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(missingPages()).isZero();
        release();
    }

    @Test
    void failsTheReceiveIfItIsKilledAsItStands() throws Exception {
        stopInTheMidst();

        victim.kill();

        assertLost(lossOf(() -> endpoint.irecv(peer, 7, 0, view.slice(0, 8)).await(PATIENCE)));
        assertThat(waiting).failsWithin(PATIENCE);
        memory.fill((byte) 7);
        release();
    }
}
