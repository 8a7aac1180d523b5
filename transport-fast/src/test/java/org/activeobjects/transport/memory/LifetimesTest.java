package org.activeobjects.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

class LifetimesTest {

    @Test
    void memoryThatHasNoCloseMethodCannotBeClosed() {
        MemorySegment direct = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(64));

        assertThat(Lifetimes.cannotBeClosed(Arena.global().allocate(64))).isTrue();
        assertThat(Lifetimes.cannotBeClosed(Arena.ofAuto().allocate(64))).isTrue();
        assertThat(Lifetimes.cannotBeClosed(Arena.ofAuto().allocate(64).asSlice(8, 8))).isTrue();
        assertThat(Lifetimes.cannotBeClosed(direct)).isTrue();
    }

    @Test
    void memoryOfAnArenaThatIsClosedCanBeClosedHoweverItIsSeen() {
        try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined()) {
            MemorySegment memory = shared.allocate(64);

            assertThat(Lifetimes.cannotBeClosed(memory)).isFalse();
            assertThat(Lifetimes.cannotBeClosed(memory.asSlice(8, 8))).isFalse();
            assertThat(Lifetimes.cannotBeClosed(MemorySegment.ofBuffer(memory.asByteBuffer())))
                    .isFalse();
            assertThat(Lifetimes.cannotBeClosed(confined.allocate(64))).isFalse();
        }
    }
}
