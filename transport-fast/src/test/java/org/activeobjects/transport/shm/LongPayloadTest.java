package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Random;

@Timeout(60)
class LongPayloadTest {

    @TempDir Path folder;
    private ShmPair pair;

    @BeforeEach
    void join() throws Exception {
        pair = new ShmPair(folder);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void handsALongArrayOverPieceByPiece() {
        byte[] source = new byte[40_001];
        new Random(3).nextBytes(source);
        assertThat(pair.left.trySend(9, 0, source)).isTrue();
        assertThat(pair.left.trySend(10, 0, new byte[8])).isTrue();

        assertThat(pair.right.link.poll(1)).isEqualTo(1);
        assertThat(pair.right.headers).hasSize(1);
        assertThat(pair.right.payloads).isEmpty();
        assertThat(pair.right.link.hasInput()).isTrue();
        assertThat(pair.right.pollAll()).as("four pieces and the other").isEqualTo(5);
        assertThat(pair.right.payloads.getFirst()).isEqualTo(source);
        assertThat(pair.right.kindOf(1)).isEqualTo(10);
    }

    @Test
    void handsLongMemoryOutsideOfTheHeapOverInOnePiece() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(40_001);
            source.fill((byte) 7);
            assertThat(pair.left.trySend(9, 0, Slice.of(source, ElementType.BYTE), 0, 40_001))
                    .isTrue();
        }
        assertThat(pair.right.link.poll(1)).isEqualTo(1);
        assertThat(pair.right.payloads.getFirst()).hasSize(40_001).containsOnly(7);
    }

    @Test
    void dropsALongPayloadThatNobodyWantsAndGoesOn() {
        pair.right.discards = true;
        assertThat(pair.left.trySend(9, 0, new byte[65_536])).isTrue();
        assertThat(pair.left.trySend(10, 0, new byte[0])).isTrue();

        pair.right.pollAll();
        assertThat(pair.right.kindOf(1)).isEqualTo(10);
    }
}
