package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

/** A thread that only sends, to who takes all of it in time, waits for no receive. */
class OnlySendingTest {

    private static final int LENGTH = 1000;
    private static final int AT_A_TIME = 10;
    private static final int ROUNDS = 1000; // more than twice what may be unmatched

    /** Over a link on which an answer is there as soon as it was sent. */
    abstract static class Sending extends TwoTransports {

        Sending(String link) {
            super(link);
        }

        @Test
        void findsTheRoomThatThePeerHasToldOf() throws Exception {
            byte[] source = randomBytes(LENGTH, 1);
            byte[] destination = onThread(() -> sendAndReceive(source)).get(30, TimeUnit.SECONDS);
            assertThat(destination).isEqualTo(source);
        }

        /** Nobody receives while this thread sends. */
        private byte[] sendAndReceive(byte[] source) {
            byte[] destination = new byte[LENGTH];
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < AT_A_TIME; i++) {
                    near.send(farAddress, TAG, CONTEXT, Slice.of(source));
                }
                for (int i = 0; i < AT_A_TIME; i++) {
                    far.recv(nearAddress, TAG, CONTEXT, Slice.of(destination));
                }
            }
            return destination;
        }
    }

    @Nested
    class OverSharedMemory extends Sending {
        OverSharedMemory() {
            super("shm");
        }
    }

    @Nested
    class WithinOneJvm extends Sending {
        WithinOneJvm() {
            super("local");
        }
    }
}
