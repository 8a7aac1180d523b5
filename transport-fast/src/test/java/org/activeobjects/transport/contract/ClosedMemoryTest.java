package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Programs that close the memory of a send before it is complete. */
class ClosedMemoryTest {

    private abstract static class Contract extends TwoTransports {

        private static final int LENGTH = 3_000_000;

        Contract(String link) {
            super(link);
        }

        @Test
        void failsTheSendAndItsReceiveAndHoldsUpNothingElse() throws Exception {
            Request send;
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(LENGTH);
                send = near.isend(farAddress, TAG, CONTEXT, Slice.of(memory, ElementType.BYTE));
                far.probe(nearAddress, TAG, CONTEXT);
            }
            Request after = near.isend(farAddress, TAG + 1, CONTEXT, Slice.of(new int[LENGTH]));

            byte[] room = new byte[LENGTH];
            Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(room));
            assertThatThrownBy(() -> receive.await(PATIENCE))
                    .isInstanceOf(TransportClosedException.class)
                    .hasMessageContaining("the memory that it sent from");
            assertThatThrownBy(() -> send.await(PATIENCE))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the memory of a send was closed")
                    .hasMessageContaining("BYTE[" + LENGTH + "]");

            int[] got = new int[LENGTH];
            far.irecv(nearAddress, TAG + 1, CONTEXT, Slice.of(got)).await(PATIENCE);
            assertThat(after.await(PATIENCE)).isNull();
        }
    }

    @Nested
    class OverSharedMemory extends Contract {
        OverSharedMemory() {
            super("shm");
        }
    }

    @Nested
    class OverTcp extends Contract {
        OverTcp() {
            super("tcp");
        }
    }

    @Nested
    class OverNetty extends Contract {
        OverNetty() {
            super("netty");
        }
    }
}
