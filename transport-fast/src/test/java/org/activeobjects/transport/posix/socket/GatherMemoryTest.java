package org.activeobjects.transport.posix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;

/** A few bytes and memory off the heap that leave in one call; with any collector. */
@Timeout(60)
class GatherMemoryTest {

    private static final int HEAD = 48;
    private static final int LENGTH = 60_000;
    private static final int OFFSET = 4097;

    private final HeapBuffer head = new HeapBuffer(HEAD);
    private final byte[] elements = new byte[OFFSET + LENGTH + 1];

    @BeforeEach
    void fill() {
        new Random(1).nextBytes(head.bytes());
        new Random(2).nextBytes(elements);
    }

    private MemorySegment filled(Arena arena) {
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, elements);
    }

    private void sendsHeadAndElements(MemorySegment memory) throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            StreamSocket.Gather gather = pair.near().gather();
            assertThat(gather.takes(memory)).isTrue();
            int sent = gather.send(head, 0, HEAD, memory, OFFSET, LENGTH);
            assertThat(sent).isEqualTo(HEAD + LENGTH);
            byte[] got = GatherTest.receiveAll(pair.far(), sent);
            assertThat(Arrays.copyOf(got, HEAD)).isEqualTo(head.bytes());
            assertThat(Arrays.copyOfRange(got, HEAD, sent))
                    .isEqualTo(Arrays.copyOfRange(elements, OFFSET, OFFSET + LENGTH));
        }
    }

    @Test
    void sendsTheHeadAndBehindItThePartOfTheMemory() throws IOException {
        sendsHeadAndElements(filled(Arena.ofAuto()));
        try (Arena own = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            sendsHeadAndElements(filled(own));
            sendsHeadAndElements(filled(shared).asReadOnly());
        }
    }

    @Test
    void sendsNothingOfMemoryThatIsClosed() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = filled(arena);
            arena.close();
            StreamSocket.Gather gather = pair.near().gather();
            assertThatThrownBy(() -> gather.send(head, 0, HEAD, memory, OFFSET, LENGTH))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("losed");
            assertThat(pair.far().receive(new byte[1], 0, 1)).isEqualTo(-Errno.EAGAIN);
        }
    }

    @Test
    void refusesWhatLiesOutsideOfTheMemory() throws IOException {
        try (SocketPair pair = SocketPair.open()) {
            MemorySegment memory = filled(Arena.ofAuto());
            StreamSocket.Gather gather = pair.near().gather();
            int tooLong = LENGTH + 2;
            assertThatThrownBy(() -> gather.send(head, 0, HEAD, memory, OFFSET, tooLong))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> gather.send(head, 0, HEAD, memory, -1, 8))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(pair.far().receive(new byte[1], 0, 1)).isEqualTo(-Errno.EAGAIN);
        }
    }
}
