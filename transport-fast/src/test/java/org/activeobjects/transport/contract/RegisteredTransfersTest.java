package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Registered buffers in operations of the matched plane, over every link there is. */
@Timeout(60)
class RegisteredTransfersTest {

    private static final int TAG = 5;
    private static final int CONTEXT = 2;
    private static final int LARGE = 1_200_001; // bytes; announced over every link

    @TempDir Path sharedMemory;

    private Transport one;
    private Transport other;
    private Endpoint near;
    private Endpoint far;

    static List<String> links() {
        return Transport.linkNames();
    }

    private void open(String link) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("registered", TransportConfig.newSecret())
                        .withSharedMemory(sharedMemory)
                        .withLinks(link);
        try {
            one = Transport.open(config);
        } catch (TransportException e) {
            abort("this link is not there: " + e.getMessage());
        }
        other = Transport.open(config);
        one.learn(other.card());
        other.learn(one.card());
        near = one.openEndpoint();
        far = other.openEndpoint();
    }

    @AfterEach
    void close() {
        if (one != null) {
            one.close();
            other.close();
        }
        assertThat(sharedMemory).isEmptyDirectory();
    }

    private static void fill(RegisteredBuffer.View view, double seed) {
        for (long i = 0; i < view.count(); i++) {
            view.setDouble(i, seed + i);
        }
    }

    private static void requireFilled(RegisteredBuffer.View view, double seed) {
        for (long i = 0; i < view.count(); i++) {
            if (view.getDouble(i) != seed + i) {
                assertThat(view.getDouble(i)).as("element %d", i).isEqualTo(seed + i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void areExchangedAndLeaveNothingBehind(String link) {
        open(link);
        for (int count : new int[] {1, 100, 1000, 5000, LARGE}) {
            try (RegisteredBuffer nearBuffer = one.allocate(count * 8L);
                    RegisteredBuffer farBuffer = other.allocate(count * 8L);
                    RegisteredBuffer nearRoom = one.allocate(count * 8L);
                    RegisteredBuffer farRoom = other.allocate(count * 8L);
                    RegisteredBuffer.View mine = nearBuffer.view(ElementType.DOUBLE);
                    RegisteredBuffer.View theirs = farBuffer.view(ElementType.DOUBLE);
                    RegisteredBuffer.View here = nearRoom.view(ElementType.DOUBLE);
                    RegisteredBuffer.View there = farRoom.view(ElementType.DOUBLE)) {
                fill(mine, 0.25);
                fill(theirs, -7);
                CompletableFuture<Boolean> partner =
                        CompletableFuture.supplyAsync(
                                () -> {
                                    far.exchange(
                                            near.address(),
                                            TAG,
                                            CONTEXT,
                                            theirs.slice(),
                                            there.slice());
                                    return true;
                                });
                near.exchange(far.address(), TAG, CONTEXT, mine.slice(), here.slice());
                assertThat(partner.join()).isTrue();
                requireFilled(here, -7);
                requireFilled(there, 0.25);
            }
        }
    }

    /** What was copied into the ring at once would have left before there is a receive. */
    @ParameterizedTest
    @CsvSource({"256, true", "257, false", "512, false"})
    void areReadByTheReceiverAboveTwoKilobytesOverSharedMemory(int count, boolean leavesAtOnce) {
        open("shm");
        double[] room = new double[count];
        try (RegisteredBuffer buffer = one.allocate(count * 8L);
                RegisteredBuffer.View view = buffer.view(ElementType.DOUBLE)) {
            fill(view, 0.5);
            Request send = near.isend(far.address(), TAG, CONTEXT, view.slice());
            assertThat(send.test()).isEqualTo(leavesAtOnce);
            CompletableFuture<Status> received =
                    CompletableFuture.supplyAsync(
                            () -> far.recv(near.address(), TAG, CONTEXT, Slice.of(room)));
            send.await();
            assertThat(received.join().count()).isEqualTo(count);
            assertThat(room[count - 1]).isEqualTo(count - 0.5);
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void travelInManyPiecesAtOnceAlsoIntoArrays(String link) {
        open(link);
        int pieces = 24;
        int length = 20_000;
        double[][] rooms = new double[pieces][length];
        try (RegisteredBuffer buffer = one.allocate(8L * pieces * length);
                RegisteredBuffer.View view = buffer.view(ElementType.DOUBLE)) {
            fill(view, 3);
            List<Request> receives = new ArrayList<>();
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < pieces; i++) {
                receives.add(far.irecv(near.address(), i, CONTEXT, Slice.of(rooms[i])));
            }
            for (int i = 0; i < pieces; i++) {
                Slice piece = view.slice((long) i * length, length);
                sends.add(near.isend(far.address(), i, CONTEXT, piece));
            }
            CompletableFuture<Void> receiver =
                    CompletableFuture.runAsync(() -> receives.forEach(Request::await));
            sends.forEach(Request::await);
            receiver.join();
        }
        for (int i = 0; i < pieces; i++) {
            for (int j = 0; j < length; j += 997) {
                assertThat(rooms[i][j]).isEqualTo(3.0 + (long) i * length + j);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void areNotReleasedWhileAnOperationUsesThem(String link) {
        open(link);
        RegisteredBuffer room = one.allocate(LARGE);
        RegisteredBuffer.View view = room.view(ElementType.BYTE);
        Request receive = near.irecv(far.address(), TAG, CONTEXT, view.slice());
        view.close();

        assertThatThrownBy(room::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("operations=1");
        assertThatThrownBy(() -> room.view(ElementType.INT))
                .isInstanceOf(IllegalStateException.class);
        RegisteredBuffer source = other.allocate(LARGE);
        RegisteredBuffer.View elements = source.view(ElementType.BYTE);
        elements.setByte(LARGE - 1, (byte) 9);
        Request send = far.issend(near.address(), TAG, CONTEXT, elements.slice());
        elements.close();
        CompletableFuture<Void> sender = CompletableFuture.runAsync(send::await);
        receive.await(Duration.ofSeconds(30));
        sender.join();

        source.close();
        try (RegisteredBuffer.View after = room.view(ElementType.BYTE)) {
            assertThat(after.getByte(LARGE - 1)).isEqualTo((byte) 9);
        }
        room.close();
    }

    @ParameterizedTest
    @MethodSource("links")
    void areNotReleasedWhileAnOperationUsesThemAsPartsOfARow(String link) {
        open(link);
        RegisteredBuffer room = one.allocate(LARGE);
        RegisteredBuffer.View view = room.view(ElementType.BYTE);
        RegisteredBuffer source = other.allocate(LARGE);
        RegisteredBuffer.View elements = source.view(ElementType.BYTE);
        elements.setByte(LARGE - 1, (byte) 9);
        byte[] first = new byte[1];

        Slice all = Slice.gather(Slice.of(new byte[] {7}), elements.slice());
        Request send = far.issend(near.address(), TAG, CONTEXT, all);
        elements.close();
        assertThatThrownBy(source::close).hasMessageContaining("operations=1");
        Slice rooms = Slice.gather(Slice.of(first), view.slice(0, 5), view.slice(5, LARGE - 5));
        Request never = near.irecv(far.address(), TAG + 1, CONTEXT, rooms);
        view.close();
        assertThatThrownBy(room::close).hasMessageContaining("operations=2");

        view = room.view(ElementType.BYTE);
        rooms = Slice.gather(Slice.of(first), view.slice());
        CompletableFuture<Void> sender = CompletableFuture.runAsync(send::await);
        near.irecv(far.address(), TAG, CONTEXT, rooms).await(Duration.ofSeconds(30));
        sender.join();
        assertThat(first).containsExactly(7);
        assertThat(view.getByte(LARGE - 1)).isEqualTo((byte) 9);
        view.close();
        source.close();
        assertThat(room.toString()).contains("operations=2");
        assertThat(never.cancel()).isTrue();
        room.close();
        assertThat(room.isReleased()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("links")
    void areNotReleasedWhileABulkRequestUsesThem(String link) throws Exception {
        open(link);
        requireHeldByBulk(one, other);
        requireHeldByBulk(other, other); // to itself
    }

    /** The request is under way while its handler thinks of the room for its elements. */
    private static void requireHeldByBulk(Transport from, Transport to) throws Exception {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch isThere = new CountDownLatch(1);
        byte[] room = new byte[LARGE];
        String name = from == to ? "itself" : "peer";
        Consumer<ActiveMessages.Table> handlers =
                table ->
                        table.onBulk(
                                1,
                                "bulk",
                                bulk -> {
                                    isAsked.countDown();
                                    awaitQuietly(goOn);
                                    return Slice.of(room);
                                },
                                bulk -> isThere.countDown());
        ActiveMessages.Target target =
                from.openActiveMessages(name, handlers).target(opened(from, to, name, handlers));
        RegisteredBuffer source = from.allocate(LARGE);
        RegisteredBuffer.View view = source.view(ElementType.BYTE);
        view.setByte(LARGE - 1, (byte) 9);
        Slice row = Slice.gather(view.slice(0, 5), view.slice(5, LARGE - 5));
        CompletableFuture<Void> sender =
                CompletableFuture.runAsync(() -> target.bulk(1, row, new long[0], 0));
        isAsked.await();
        view.close();

        try {
            assertThatThrownBy(source::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("operations=2");
        } finally {
            goOn.countDown();
        }
        sender.get(30, TimeUnit.SECONDS);
        source.close();
        isThere.await();
        assertThat(room[LARGE - 1]).isEqualTo((byte) 9);
        assertThatThrownBy(() -> target.bulk(1, row, new long[0], 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(target.underWay()).isLessThan(ActiveMessages.WINDOW);
    }

    private static RuntimeId opened(
            Transport from, Transport to, String name, Consumer<ActiveMessages.Table> handlers) {
        if (from != to) {
            to.openActiveMessages(name, handlers);
        }
        return to.card().id();
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void areFreeAgainWhenAnOperationFails(String link) {
        open(link);
        RegisteredBuffer buffer = one.allocate(LARGE);
        RegisteredBuffer.View view = buffer.view(ElementType.BYTE);
        Request receive = near.irecv(far.address(), TAG, CONTEXT, view.slice());
        Request send = near.isend(far.address(), TAG + 1, CONTEXT, view.slice());
        view.close();
        assertThatThrownBy(buffer::close).hasMessageContaining("operations=2");

        near.close();

        assertThatThrownBy(receive::await).isInstanceOf(TransportException.class);
        assertThatThrownBy(send::await).isInstanceOf(TransportException.class);
        buffer.close();
        assertThat(buffer.isReleased()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("links")
    void areRefusedOnceReleased(String link) {
        open(link);
        RegisteredBuffer buffer = one.allocate(64);
        RegisteredBuffer.View view = buffer.view(ElementType.BYTE);
        Slice slice = view.slice();
        view.close();
        buffer.close();

        assertThatThrownBy(() -> near.isend(far.address(), TAG, CONTEXT, slice))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> near.irecv(far.address(), TAG, CONTEXT, slice))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> near.send(far.address(), TAG, CONTEXT, slice))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        int[] alive = {4711};
        CompletableFuture<Void> sender =
                CompletableFuture.runAsync(
                        () -> near.send(far.address(), TAG, CONTEXT, Slice.of(alive)));
        int[] room = new int[1];
        far.recv(near.address(), TAG, CONTEXT, Slice.of(room));
        sender.join();
        assertThat(room).containsExactly(4711);
    }

    @Test
    void freeTheirMemoryInTheFolderOfTheJobWhenTheyAreGarbage() throws IOException {
        open("shm");
        List<Path> before = files();
        forget();
        List<Path> after = files();
        assertThat(after).containsAll(before).hasSizeGreaterThan(before.size());
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            System.gc();
                            return files().equals(before);
                        });
    }

    private void forget() {
        RegisteredBuffer buffer = one.allocate(LARGE);
        RegisteredBuffer.View neverClosed = buffer.view(ElementType.BYTE);
        Request send = near.isend(far.address(), TAG, CONTEXT, neverClosed.slice());
        far.recv(near.address(), TAG, CONTEXT, Slice.of(new byte[LARGE]));
        send.await(Duration.ofSeconds(30));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(sharedMemory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void outliveTheTransportUntilTheyAreReleased(String link) {
        open(link);
        RegisteredBuffer buffer = one.allocate(4096);
        one.close();
        try (RegisteredBuffer.View view = buffer.view(ElementType.LONG)) {
            view.setLong(511, 42);
            assertThat(view.getLong(511)).isEqualTo(42);
        }
        buffer.close();
    }
}
