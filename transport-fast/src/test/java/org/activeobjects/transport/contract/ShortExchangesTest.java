package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.MessageMismatchException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Exchanges within one runtime that are so short that they post their receive before they send. */
@Timeout(60)
class ShortExchangesTest {

    private static final int TAG = 3;
    private static final int CONTEXT = 4;

    /** Some are longer than what is copied at once. */
    private static final int LONGEST = 20_000;

    private final Transport transport =
            Transport.open(
                    TransportConfig.defaults().withJob("short-exchanges", null).withLinks("local"));
    private final Endpoint one = transport.openEndpoint();
    private final Endpoint other = transport.openEndpoint();

    @AfterEach
    void close() {
        transport.close();
    }

    private static <T> FutureTask<T> start(Callable<T> code) {
        FutureTask<T> task = new FutureTask<>(code);
        Thread.ofPlatform().start(task);
        return task;
    }

    private static void exchange(
            Endpoint from, Endpoint with, Slice source, Slice room, boolean isPersistent) {
        if (!isPersistent) {
            from.exchange(with.address(), TAG, CONTEXT, source, room);
            return;
        }
        try (PersistentRequest exchange =
                from.exchangeInit(with.address(), TAG, CONTEXT, source, room)) {
            exchange.start();
            exchange.await();
        }
    }

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    void bringWhatWasSentWhoeverComesFirst(boolean isPersistent) throws Exception {
        int rounds = 3000;
        FutureTask<Integer> partner =
                start(() -> exchangeOften(other, one, rounds, 1, isPersistent));

        assertThat(exchangeOften(one, other, rounds, 0, isPersistent)).isEqualTo(rounds);
        assertThat(partner.get()).isEqualTo(rounds);
    }

    private static int exchangeOften(
            Endpoint from, Endpoint with, int rounds, int side, boolean isPersistent) {
        Random lengths = new Random(42); // the same on both sides
        int good = 0;
        for (int round = 0; round < rounds; round++) {
            int length = lengths.nextInt(LONGEST);
            byte[] source = filled(length, 2 * round + side);
            byte[] room = new byte[length];
            exchange(from, with, Slice.of(source), Slice.of(room), isPersistent);
            good += Arrays.equals(room, filled(length, 2 * round + 1 - side)) ? 1 : 0;
        }
        return good;
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    void failOnBothSidesIfOneDoesNotFit(boolean isPersistent) throws Exception {
        for (int round = 0; round < 200; round++) {
            FutureTask<Void> partner = start(() -> exchangeBytes(other, one, 3, isPersistent));

            assertThatThrownBy(() -> exchangeBytes(one, other, 2, isPersistent))
                    .isInstanceOf(MessageMismatchException.class)
                    .hasMessageContaining("BYTE[2]")
                    .hasMessageContaining("BYTE[3]");
            assertThatThrownBy(partner::get).hasCauseInstanceOf(MessageMismatchException.class);
        }
    }

    private static Void exchangeBytes(
            Endpoint from, Endpoint with, int length, boolean isPersistent) {
        byte[] source = new byte[length];
        exchange(from, with, Slice.of(source), Slice.of(new byte[length]), isPersistent);
        return null;
    }

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    void leaveNoReceiveBehindThatCannotSend(boolean isPersistent) {
        Slice closed;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(8);
            closed = Slice.of(memory, ElementType.BYTE);
        }
        byte[] untouched = new byte[8];

        assertThatThrownBy(() -> exchange(one, other, closed, Slice.of(untouched), isPersistent))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");

        other.send(one.address(), TAG, CONTEXT, Slice.of(filled(8, 7)));
        byte[] got = new byte[8];
        one.recv(other.address(), TAG, CONTEXT, Slice.of(got));
        assertThat(got).containsOnly(7);
        assertThat(untouched).containsOnly(0);
    }
}
