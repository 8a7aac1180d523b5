package org.activeobjects.transport.shm.direct;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.posix.ProcessMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What is written past a gate, by the kernel into this very process, is over once it is closed. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class GateTest {

    private static final int LENGTH = 256 * 1024;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final Arena arena = Arena.ofShared();
    private final MemorySegment source = arena.allocate(LENGTH);
    private final MemorySegment target = arena.allocate(LENGTH);
    private final MemorySegment mark = arena.allocate(ValueLayout.JAVA_LONG);
    private ProcessMemory process;

    @BeforeEach
    void open() {
        mark.set(ValueLayout.JAVA_LONG, 0, 4711);
        process =
                ProcessMemory.of(ProcessHandle.current().pid(), mark.address(), 4711).orElseThrow();
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private boolean write(Gate gate) {
        return write(gate, target.address());
    }

    private boolean write(Gate gate, long to) {
        return process.write(
                gate.address(),
                gate.address() + Gate.GATE,
                gate.address() + Gate.ENDED,
                to,
                source.address(),
                LENGTH);
    }

    @Test
    void letsNothingThroughOnceItIsClosed() {
        Gate gate = new Gate();
        source.fill((byte) 1);
        assertThat(write(gate)).isTrue();
        assertThat(target.mismatch(source)).isEqualTo(-1);
        source.fill((byte) 2);

        assertThat(gate.close(() -> false)).isTrue();

        assertThat(write(gate)).isFalse();
        assertThat(target.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        assertThat(target.get(ValueLayout.JAVA_BYTE, LENGTH - 1)).isEqualTo((byte) 1);
        assertThat(write(new Gate())).as("another one is open").isTrue();
    }

    /** Whoever closes it is told when nothing more comes, and finds that true. */
    @Test
    void isClosedOnlyWhenWhatHasBegunHasEnded() throws Exception {
        for (int round = 0; round < 300; round++) {
            Gate gate = new Gate();
            CompletableFuture<Integer> writer =
                    CompletableFuture.supplyAsync(
                            () -> {
                                int written = 0;
                                do {
                                    source.fill((byte) ++written);
                                } while (write(gate));
                                return written;
                            });
            MemorySegment begun = MemorySegment.ofAddress(gate.address()).reinterpret(8);
            awaitChanges(begun, 1 + round % 3);

            boolean isClosed = gate.close(writer::isDone);
            byte[] then = target.toArray(ValueLayout.JAVA_BYTE);
            for (int look = 0; look < 20; look++) {
                assertThat(target.mismatch(MemorySegment.ofArray(then)))
                        .as("round %d, look %d, closed %s", round, look, isClosed)
                        .isEqualTo(-1);
            }
            assertThat(isClosed).isTrue();
            assertThat(writer.get(20, TimeUnit.SECONDS)).isPositive();
        }
    }

    private static void awaitChanges(MemorySegment word, int count) {
        long last = 0;
        for (int changes = 0; changes < count; ) {
            long now = (long) WORD.getOpaque(word, 0L);
            changes += now == last ? 0 : 1;
            last = now;
            Thread.onSpinWait();
        }
    }

    /** A part that the peer has taken since, and may not have begun to write, is no matter. */
    @Test
    void waitsForNoWriteThatHasFailedBehindIt() {
        Gate gate = new Gate();
        assertThat(write(gate, 16)).as("nothing is there").isFalse();

        assertThat(gate.close(() -> false)).isTrue();

        assertThat(write(gate)).isFalse();
    }

    @Test
    void tellsWhoMayWriteStill() {
        Gate gate = new Gate();
        MemorySegment begun = MemorySegment.ofAddress(gate.address()).reinterpret(16);
        begun.set(ValueLayout.JAVA_LONG, 0, 1); // a call that hangs behind this piece

        assertThat(gate.close(() -> false)).isFalse();
        assertThat(gate.isQuiet()).isFalse();

        begun.set(ValueLayout.JAVA_LONG, Gate.ENDED, 1);
        assertThat(gate.isQuiet()).as("the call has ended").isTrue();
        assertThat(write(gate)).as("it is closed all the same").isFalse();
    }
}
