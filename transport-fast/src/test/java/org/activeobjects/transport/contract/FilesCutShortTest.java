package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.ucx.UcxHere;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Programs that cut short a file whose memory they send, or receive into. */
class FilesCutShortTest {

    private abstract static class Contract extends TwoTransports {

        private static final int LENGTH = 3_000_000;

        @TempDir Path folder;

        Contract(String link) {
            super(link);
        }

        /** Memory of a file that has none of it any more. */
        private MemorySegment cutOff(int length) throws IOException {
            try (FileChannel file =
                    FileChannel.open(
                            folder.resolve("elements"),
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE)) {
                MemorySegment memory =
                        file.map(FileChannel.MapMode.READ_WRITE, 0, length, Arena.ofAuto());
                file.truncate(0);
                return memory;
            }
        }

        private void requireLink() {
            int[] got = new int[1];
            Request receive = far.irecv(nearAddress, TAG + 1, CONTEXT, Slice.of(got));
            near.send(farAddress, TAG + 1, CONTEXT, Slice.of(new int[] {5}));
            receive.await(PATIENCE);
            assertThat(got).containsExactly(5);
            assertThat(one.linkTo(other.card().id())).isEqualTo(link);
        }

        @ParameterizedTest
        @ValueSource(ints = {8, 800, 20_000, LENGTH})
        void failTheSendAlone(int length) throws IOException {
            requireLink();
            Slice source = Slice.of(cutOff(length), ElementType.BYTE);
            Request receive = far.irecv(nearAddress, TAG, CONTEXT, Slice.of(new byte[length]));

            Throwable failed =
                    catchThrowable(
                            () -> near.isend(farAddress, TAG, CONTEXT, source).await(PATIENCE));

            assertThat(failed).isNotNull().hasStackTraceContaining("the file was cut short");
            if (failed instanceof TransportException) { // it was announced, or is being read
                assertThatThrownBy(() -> receive.await(PATIENCE))
                        .isInstanceOf(TransportException.class);
            } else { // nothing was sent
                near.send(farAddress, TAG, CONTEXT, Slice.of(new byte[length]));
                assertThat(receive.await(PATIENCE).count()).isEqualTo(length);
            }
            requireLink();
        }

        @ParameterizedTest
        @ValueSource(ints = {8, 800, 20_000, LENGTH})
        void failTheReceiveAlone(int length) throws IOException {
            requireLink();
            Slice room = Slice.of(cutOff(length), ElementType.BYTE);
            Request receive = far.irecv(nearAddress, TAG, CONTEXT, room);

            Request send = near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[length]));

            assertThatThrownBy(() -> receive.await(PATIENCE))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the file was cut short");
            Throwable told = catchThrowable(() -> send.await(PATIENCE));
            if (told != null) { // it was not complete before
                assertThat(told)
                        .isInstanceOf(TransportException.class)
                        .hasMessageContaining("the file was cut short");
            }
            requireLink();
        }
    }

    @Nested
    class WithinAJvm extends Contract {
        WithinAJvm() {
            super("local");
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

    /** Which copies in the memory of this process, without a handler for pages that are missing. */
    @Nested
    class OverUcx extends Contract {
        OverUcx() {
            super("ucx");
        }

        @BeforeAll
        static void requireLibrary() {
            UcxHere.assume();
        }
    }
}
