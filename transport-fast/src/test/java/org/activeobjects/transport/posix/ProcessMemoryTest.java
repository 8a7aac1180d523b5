package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes memory of this very process, which the kernel takes for any other. */
@EnabledOnOs(OS.LINUX)
class ProcessMemoryTest {

    private static final long WORD = 0x1234_5678_9abc_def0L;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment mark = arena.allocate(ValueLayout.JAVA_LONG);
    private final MemorySegment source = arena.allocate(100_000);
    private final MemorySegment target = arena.allocate(100_000);
    private final MemorySegment words = arena.allocate(3 * Long.BYTES, 8);
    private final long pid = ProcessHandle.current().pid();

    @AfterEach
    void free() {
        arena.close();
    }

    private ProcessMemory open() {
        mark.set(ValueLayout.JAVA_LONG, 0, WORD);
        return ProcessMemory.of(pid, mark.address(), WORD).orElseThrow();
    }

    @Test
    void copiesWhatLiesAtAnAddress() {
        source.fill((byte) 7);

        long read = open().read(target.address() + 5, source.address() + 3, 99_000);

        assertThat(read).isEqualTo(99_000);
        assertThat(target.get(ValueLayout.JAVA_BYTE, 4)).isZero();
        assertThat(target.asSlice(5, 99_000).mismatch(source.asSlice(3, 99_000))).isEqualTo(-1);
        assertThat(target.get(ValueLayout.JAVA_BYTE, 99_005)).isZero();
    }

    @Test
    void failsAtAddressesWhereNothingIs() {
        ProcessMemory memory = open();

        for (long address : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 46}) {
            assertThat(memory.read(target.address(), address, 8)).isEqualTo(ProcessMemory.FAILED);
        }
        assertThat(memory.read(target.address(), source.address(), 8)).isEqualTo(8);
    }

    @Test
    void takesNoOtherProcessForTheOneWithTheMark() throws Exception {
        mark.set(ValueLayout.JAVA_LONG, 0, WORD);
        Process other = new ProcessBuilder("cat").start();
        try {
            assertThat(ProcessMemory.of(other.pid(), mark.address(), WORD)).isEmpty();
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThat(ProcessMemory.of(pid, mark.address(), WORD + 1)).isEmpty();
        assertThat(ProcessMemory.of(pid, 0, WORD)).isEmpty();
        assertThat(ProcessMemory.of(1L << 40, mark.address(), WORD)).isEmpty();
        assertThat(ProcessMemory.of(-1, mark.address(), WORD)).isEmpty();
    }

    @Test
    void readsNothingMoreOnceTheMarkIsAnother() {
        ProcessMemory memory = open();
        mark.set(ValueLayout.JAVA_LONG, 0, WORD - 1);

        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () ->
                                memory.read(target.address(), source.address(), 8)
                                        == ProcessMemory.GONE);
        assertThat(memory.read(target.address(), source.address(), 8))
                .isEqualTo(ProcessMemory.GONE);
    }

    private boolean write(ProcessMemory memory, long gate, long length) {
        long begun = words.address();
        long ended = begun + 16;
        return memory.write(begun, gate, ended, target.address() + 5, source.address() + 3, length);
    }

    private long word(int index) {
        return words.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    @Test
    void writesANumberBeforeAndBehindTheBytes() {
        source.fill((byte) 7);
        ProcessMemory memory = open();

        assertThat(write(memory, words.address() + 8, 1000)).isTrue();
        long first = word(0);
        assertThat(words.toArray(ValueLayout.JAVA_LONG)).containsOnly(first).isNotEqualTo(0);
        assertThat(write(memory, words.address() + 8, 99_000)).isTrue();

        assertThat(words.toArray(ValueLayout.JAVA_LONG)).containsOnly(first + 1);
        assertThat(target.get(ValueLayout.JAVA_BYTE, 4)).isZero();
        assertThat(target.asSlice(5, 99_000).mismatch(source.asSlice(3, 99_000))).isEqualTo(-1);
        assertThat(target.get(ValueLayout.JAVA_BYTE, 99_005)).isZero();
    }

    /** Or the end of one write would be taken for that of another. */
    @Test
    void givesNoTwoWritesTheSameNumber() {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            assertThat(write(open(), words.address() + 8, 8)).isTrue();
            numbers.add(word(0));
        }

        assertThat(numbers).doesNotHaveDuplicates();
    }

    @Test
    void writesNothingBehindAGateThatIsNotThere() {
        source.fill((byte) 7);
        ProcessMemory memory = open();
        assertThat(write(memory, words.address() + 8, 8)).isTrue();
        long before = word(0);
        target.fill((byte) 0);

        for (long gate : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 46}) {
            assertThat(write(memory, gate, 99_000)).isFalse();
        }

        assertThat(word(0)).as("begun").isEqualTo(before + 6);
        assertThat(word(2)).as("ended").isEqualTo(before);
        assertThat(target.mismatch(arena.allocate(100_000))).isEqualTo(-1);
    }

    /** Or who closes the gate would wait for the end of a write that is over. */
    @Test
    void tellsOfTheEndOfAWriteThatHasFailedBehindTheGate() {
        ProcessMemory memory = open();
        long gate = words.address() + 8;

        boolean isWritten =
                memory.write(
                        words.address(), gate, words.address() + 16, 1 << 4, source.address(), 8);

        assertThat(isWritten).isFalse();
        assertThat(word(0)).isPositive();
        assertThat(words.toArray(ValueLayout.JAVA_LONG)).containsOnly(word(0));
    }

    @Test
    void writesNothingOnceTheMarkIsAnother() {
        ProcessMemory memory = open();
        mark.set(ValueLayout.JAVA_LONG, 0, WORD - 1);

        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(() -> !write(memory, words.address() + 8, 8));
        long last = word(0);
        assertThat(write(memory, words.address() + 8, 8)).isFalse();
        assertThat(word(0)).isEqualTo(last);
    }
}
