package org.activeobjects.example.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.Test;

class PipeTest {

    private final Pipe pipe = new Pipe();
    private final Slice payload = Slice.of(new byte[8]);

    private boolean tryPut(int flags) {
        FrameHeader header = new FrameHeader().set(1, 1, flags, 8, 0, 0, 0, 0, 0);
        return pipe.tryPut(header, payload, 0, 8);
    }

    @Test
    void hasRoomAgainForWhatWasRefusedWhateverWentSince() {
        int chunks = 0;
        while (tryPut(FrameHeader.FLAG_DATA)) {
            chunks++;
        }
        assertThat(pipe.hasRoomAgain()).isFalse();
        assertThat(tryPut(0)).as("a frame passes them").isTrue();
        assertThat(pipe.hasRoomAgain()).isFalse();

        assertThat(pipe.take().payload()).hasSize(8);
        for (int i = 0; i < chunks; i++) {
            assertThat(pipe.take()).isNotNull();
        }

        assertThat(pipe.take()).isNull();
        assertThat(pipe.hasRoomAgain()).isTrue();
    }
}
