package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
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
import java.util.concurrent.TimeoutException;

/** A sender that stands still in the midst of what it copies, by itself, to its receiver. */
@Tag("system")
@Timeout(120)
abstract class StoppedHelperTest extends SurvivorTest {

    private static final int PAGE = 4096;

    /** Many times what it takes to copy alone all that the sender has not taken. */
    private static final Duration STUCK = Duration.ofSeconds(1);

    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

    private final String phase;
    private MemorySegment memory;
    private CompletableFuture<Status> waiting;
    private volatile Thread waiter;

    /** Of a sender in a phase in which it sends the same again and again. */
    StoppedHelperTest(String phase) {
        this.phase = phase;
    }

    /** Makes the room for a message, once the transport is open. */
    abstract Slice allocate();

    /** The same room, as memory. */
    abstract MemorySegment memory();

    /** Gives the room back. */
    abstract void release() throws IOException;

    private void stopInTheMidst() throws Exception {
        start("shm", phase);
        Slice room = allocate();
        memory = memory();
        do {
            if (waiting != null) {
                Signals.resume(victim.handle());
                waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            memory.fill((byte) 0);
            Request receive = endpoint.irecv(peer, VictimMain.LARGE, 0, room);
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
            bystanders.awaitProgress();
        } while (!isStuck());
    }

    /** What the sender has not taken the receiver copies alone. */
    private boolean isStuck() throws Exception {
        try {
            waiting.get(STUCK.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        }
    }

    private int missingPages() {
        int missing = 0;
        for (long at = 0; at < VictimMain.HUGE_LENGTH; at += PAGE) {
            missing += (byte) BYTE.getOpaque(memory, at) == 0 ? 1 : 0;
        }
        return missing;
    }

    @Test
    void writesNothingOnceTheReceiveHasEndedMeanwhile() throws Exception {
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

        assertLost(lossOf(() -> endpoint.irecv(peer, 7, 0, Slice.of(new byte[8])).await(PATIENCE)));
        assertThat(waiting).failsWithin(PATIENCE);
        memory.fill((byte) 7);
        release();
    }
}
