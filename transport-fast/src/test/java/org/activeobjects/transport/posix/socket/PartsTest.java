package org.activeobjects.transport.posix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

class PartsTest {

    private static final int LENGTH = 1024 * 1024;

    private final MemorySegment whole = MemorySegment.ofArray(new double[LENGTH / Double.BYTES]);
    private final Parts parts = new Parts(whole);

    @Test
    void beginsWhereItIsTold() {
        for (int start = 1; start < LENGTH; start = 2 * start + 1) {
            MemorySegment part = parts.from(start, 1);
            assertThat(part.address() - whole.address()).isEqualTo(start);
            assertThat(part.byteSize()).isEqualTo(LENGTH - start);
        }
        assertThat(parts.from(0, LENGTH)).isSameAs(whole);
    }

    @Test
    void keepsStartsThatAreUsedInTurn() {
        // What two receives of a message of 1 MiB begin at, when the second finds little at first.
        MemorySegment one = parts.from(4064, 1);
        MemorySegment other = parts.from(589_315, 1);
        assertThat(parts.from(4064, 1)).isSameAs(one);
        assertThat(parts.from(589_315, 1)).isSameAs(other);
    }

    @Test
    void keepsAnyFewStarts() {
        for (int step = 1; step < 100_000; step = 3 * step + 2) {
            Parts few = new Parts(whole);
            List<MemorySegment> first = new ArrayList<>();
            for (int i = 1; i <= 8; i++) {
                first.add(few.from((long) i * step, 1));
            }
            for (int i = 1; i <= 8; i++) {
                assertThat(few.from((long) i * step, 1)).isSameAs(first.get(i - 1));
            }
        }
    }

    @Test
    void givesAnyNumberOfParts() {
        for (int round = 0; round < 2; round++) {
            for (int start = 1; start < 10_000; start++) {
                assertThat(parts.from(start, 1).address() - whole.address()).isEqualTo(start);
            }
        }
    }

    @Test
    void refusesWhatLiesOutside() {
        assertThatThrownBy(() -> parts.from(LENGTH - 1, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
