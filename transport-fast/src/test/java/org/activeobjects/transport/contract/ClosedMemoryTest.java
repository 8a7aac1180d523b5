package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Programs that close the memory of an operation before it is complete. */
class ClosedMemoryTest {

    private abstract static class Contract extends TwoTransports {

        private static final int LENGTH = 3_000_000;

        /** More than any link keeps for a peer that takes nothing. */
        private static final int LONG = 50_000_000;

        private static final int HOLD = 1;
        private static final int TELL = 2;

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

        @ParameterizedTest
        @ValueSource(ints = {8, 800, 80_000, LENGTH})
        void beginsNoExchangeOfWhatIsClosed(int length) {
            byte[] untouched = new byte[length];
            MemorySegment gone;
            try (Arena arena = Arena.ofShared()) {
                gone = arena.allocate(length);
            }
            Slice source = Slice.of(gone, ElementType.BYTE);
            PersistentRequest again =
                    near.exchangeInit(farAddress, TAG, CONTEXT, source, Slice.of(untouched));
            assertThatThrownBy(again::start).isInstanceOf(IllegalStateException.class);
            again.close();
            assertThatThrownBy(
                            () ->
                                    near.exchange(
                                            farAddress, TAG, CONTEXT, source, Slice.of(untouched)))
                    .isInstanceOf(IllegalStateException.class);

            byte[] sent = new byte[length];
            sent[length - 1] = 1;
            Request send = far.isend(nearAddress, TAG, CONTEXT, Slice.of(sent));
            byte[] got = new byte[length];
            near.irecv(farAddress, TAG, CONTEXT, Slice.of(got)).await(PATIENCE);
            send.await(PATIENCE);
            assertThat(got).isEqualTo(sent);
            assertThat(untouched).containsOnly(0);
        }

        @Test
        void failsThePostAndHoldsUpNoOther() throws Exception {
            CountDownLatch isHeld = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            BlockingQueue<Integer> came = new LinkedBlockingQueue<>();
            other.handle(HOLD, (from, stream, head, attachments) -> hold(isHeld, goOn));
            other.handle(TELL, (from, stream, head, attachments) -> came.add((int) head[0]));
            one.post(other.card().id(), HOLD, 0, new byte[0], 0, List.of());
            isHeld.await();

            CompletableFuture<Void> broken;
            try (Arena arena = Arena.ofShared()) {
                Slice memory = Slice.of(arena.allocate(LENGTH), ElementType.BYTE);
                broken = onThread(() -> post(1, List.of(Slice.of(new byte[LONG]), memory)));
            }
            CompletableFuture<Void> behind = onThread(() -> post(2, List.of()));
            goOn.countDown();
            behind.get(30, TimeUnit.SECONDS);

            assertThat(came.poll(30, TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(broken.handle((done, failure) -> failure).get(30, TimeUnit.SECONDS))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the memory of a send was closed")
                    .hasMessageContaining("BYTE[" + LENGTH + "]");
            post(3, List.of(Slice.of(new int[LENGTH])));
            assertThat(came.poll(30, TimeUnit.SECONDS)).isEqualTo(3);
            assertThat(came).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(ints = {8, 3_000, LENGTH})
        void failsAPostOfMemoryThatIsClosedAlreadyWhateverItsLength(int length) throws Exception {
            BlockingQueue<Integer> came = new LinkedBlockingQueue<>();
            BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
            Slice gone = closedMemory(length);
            for (Transport to : List.of(one, other)) {
                RuntimeId id = to.card().id();
                to.handle(TELL, (from, stream, head, attachments) -> came.add((int) head[0]));
                Runnable post =
                        () -> one.post(id, TELL, 5, new byte[1], 1, List.of(Slice.EMPTY, gone));
                one.handle(
                        to == one ? HOLD : HOLD + 2,
                        (from, stream, head, attachments) ->
                                failures.add(catchThrowable(post::run)));

                failures.add(catchThrowable(post::run));
                assertClosed(failures.poll(30, TimeUnit.SECONDS), length);
                other.post(
                        one.card().id(), to == one ? HOLD : HOLD + 2, 0, new byte[0], 0, List.of());
                assertClosed(failures.poll(30, TimeUnit.SECONDS), length);

                one.post(id, TELL, 5, new byte[] {2}, 1, List.of(Slice.of(new int[LENGTH])));
                assertThat(came.poll(30, TimeUnit.SECONDS)).isEqualTo(2);
                assertThat(came).isEmpty();
            }
        }

        private static Slice closedMemory(int length) {
            try (Arena arena = Arena.ofShared()) {
                return Slice.of(arena.allocate(length), ElementType.BYTE);
            }
        }

        private static void assertClosed(Throwable failure, int length) {
            assertThat(failure)
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the memory of a send was closed")
                    .hasMessageContaining("BYTE[" + length + "]");
        }

        private Void post(int what, List<Slice> attachments) {
            one.post(other.card().id(), TELL, 5, new byte[] {(byte) what}, 1, attachments);
            return null;
        }

        private static void hold(CountDownLatch isHeld, CountDownLatch goOn) {
            isHeld.countDown();
            try {
                boolean unused = goOn.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Test
        void failsTheBulkRequestAndHoldsUpNoOther() throws Exception {
            Arena arena = Arena.ofShared();
            byte[] room = new byte[LENGTH];
            BlockingQueue<Long> came = new LinkedBlockingQueue<>();
            Consumer<ActiveMessages.Table> handlers =
                    table ->
                            table.onBulk(
                                    1,
                                    "bulk",
                                    bulk -> {
                                        if (bulk.word(0) == 1) {
                                            arena.close();
                                        }
                                        return Slice.of(room);
                                    },
                                    bulk -> came.add(bulk.word(0)));
            ActiveMessages here = one.openActiveMessages("test", handlers);
            other.openActiveMessages("test", handlers);
            ActiveMessages.Target target = here.target(other.card().id());

            Slice memory = Slice.of(arena.allocate(LENGTH), ElementType.BYTE);
            assertThatThrownBy(() -> target.bulk(1, memory, new long[] {1}, 1))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the memory of a send was closed")
                    .hasMessageContaining("BYTE[" + LENGTH + "]");

            for (int i = 2; i < 2 + 2 * ActiveMessages.WINDOW; i++) {
                target.bulk(1, Slice.of(room), new long[] {i}, 1);
                assertThat(came.poll(30, TimeUnit.SECONDS)).isEqualTo(i);
            }
            assertThat(target.underWay()).isLessThan(ActiveMessages.WINDOW);
        }

        @Test
        void failsABulkRequestToTheOwnRuntimeAndNoneBehindIt() {
            byte[] room = new byte[LENGTH];
            AtomicInteger brokenOff = new AtomicInteger();
            ActiveMessages here =
                    one.openActiveMessages(
                            "test",
                            table ->
                                    table.onBulk(
                                            1,
                                            "bulk",
                                            bulk -> Slice.of(room),
                                            bulk -> {},
                                            bulk -> brokenOff.incrementAndGet()));
            ActiveMessages.Target itself = here.target(one.card().id());
            Slice gone;
            try (Arena arena = Arena.ofShared()) {
                gone = Slice.of(arena.allocate(LENGTH), ElementType.BYTE);
            }

            assertThatThrownBy(() -> itself.bulk(1, gone, new long[0], 0))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("Already closed");
            assertThat(brokenOff).hasValue(1);
            byte[] source = randomBytes(LENGTH, 1);
            itself.bulk(1, Slice.of(source), new long[0], 0);
            assertThat(room).isEqualTo(source);
            assertThat(itself.underWay()).isZero();
        }

        /** A page of a file that was cut short is gone; reading it is an {@link Error}. */
        @Test
        void failsABulkRequestToTheOwnRuntimeFromAFileThatWasCutShort(@TempDir Path folder)
                throws IOException {
            byte[] room = new byte[LENGTH];
            ActiveMessages here =
                    one.openActiveMessages(
                            "test", table -> table.onBulk(1, "bulk", Slice.of(room), bulk -> {}));
            ActiveMessages.Target itself = here.target(one.card().id());
            try (Arena arena = Arena.ofShared();
                    FileChannel file =
                            FileChannel.open(
                                    folder.resolve("elements"),
                                    StandardOpenOption.CREATE_NEW,
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE)) {
                MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH, arena);
                Slice cut = Slice.of(memory, ElementType.BYTE);
                file.truncate(0);

                assertThatThrownBy(() -> itself.bulk(1, cut, new long[0], 0))
                        .isInstanceOf(TransportException.class)
                        .hasMessageContaining("copying the elements of a bulk request failed");
            }
            byte[] source = randomBytes(LENGTH, 1);
            itself.bulk(1, Slice.of(source), new long[0], 0);
            assertThat(room).isEqualTo(source);
            assertThat(itself.underWay()).isZero();
        }

        @ParameterizedTest
        @ValueSource(ints = {100, LENGTH})
        void failsTheReceiveAndKeepsTheLink(int length) {
            Request receive;
            try (Arena arena = Arena.ofShared()) {
                Slice room = Slice.of(arena.allocate(length), ElementType.BYTE);
                receive = far.irecv(nearAddress, TAG, CONTEXT, room);
            }
            Request send = near.isend(farAddress, TAG, CONTEXT, Slice.of(new byte[length]));

            assertThatThrownBy(() -> receive.await(PATIENCE))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the memory of a receive was closed")
                    .hasMessageContaining("BYTE[" + length + "]");
            Throwable end = catchThrowable(() -> send.await(PATIENCE));
            if (length == LENGTH) { // else all of it was on its way
                assertThat(end).hasMessageContaining("the memory of a receive was closed");
            } else {
                assertThat(end).isNull();
            }
            requireLink();
        }

        private void requireLink() {
            byte[] got = new byte[LENGTH];
            byte[] sent = randomBytes(LENGTH, 3);
            Request receive = far.irecv(nearAddress, TAG + 1, CONTEXT, Slice.of(got));
            near.isend(farAddress, TAG + 1, CONTEXT, Slice.of(sent)).await(PATIENCE);
            receive.await(PATIENCE);
            assertThat(got).isEqualTo(sent);
        }

        @Test
        void keepsTheLinkWheneverTheMemoryOfAReceiveIsClosed() throws Exception {
            Random random = new Random(7);
            byte[] source = new byte[LENGTH];
            for (int round = 0; round < 40; round++) {
                Arena arena = Arena.ofShared();
                Slice room = Slice.of(arena.allocate(LENGTH), ElementType.BYTE);
                Request receive = far.irecv(nearAddress, TAG, CONTEXT, room);
                int looks = random.nextInt(200);
                CompletableFuture<Void> closing =
                        onThread(
                                () -> {
                                    for (int i = 0; i < looks; i++) {
                                        boolean unused = receive.test();
                                    }
                                    closeBetweenCopies(arena);
                                    return null;
                                });
                Request send = near.isend(farAddress, TAG, CONTEXT, Slice.of(source));
                Throwable got = catchThrowable(() -> receive.await(PATIENCE));
                Throwable sent = catchThrowable(() -> send.await(PATIENCE));
                var _ = Thread.interrupted(); // the JVM does so if the memory went during a copy
                closing.get(30, TimeUnit.SECONDS);

                for (Throwable end : new Throwable[] {got, sent}) {
                    if (end != null) {
                        assertThat(end).hasMessageContaining("the memory of a receive was closed");
                    }
                }
            }
            requireLink();
        }

        /** An arena cannot be closed while a call of the system writes to it. */
        private static void closeBetweenCopies(Arena arena) {
            while (arena.scope().isAlive()) {
                try {
                    arena.close();
                } catch (IllegalStateException isInUse) {
                    Thread.onSpinWait();
                }
            }
        }

        @Test
        void refusesAStridedSendOfAConfinedArena() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(2 * LENGTH);
                Slice source = Slice.strided(memory, ElementType.BYTE, 0, 1, 2, LENGTH);
                assertThatThrownBy(() -> near.isend(farAddress, TAG, CONTEXT, source))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("confined");
            }
            requireLink();
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
