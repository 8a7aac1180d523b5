package org.activeobjects.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.internal.future.Promise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

@Timeout(60)
class PendingCallsTest {

    private static final int SLOTS = PendingCalls.SLOTS;

    private final PendingCalls calls = new PendingCalls();

    private static Promise promise(long number) {
        return new Promise(Object.class, "call " + number);
    }

    private Promise added(long number) {
        Promise promise = promise(number);
        calls.add(number, promise);
        return promise;
    }

    @Test
    void eachCallIsGivenOnce() {
        Promise promise = added(1);

        assertThat(calls.take(1)).isSameAs(promise);
        assertThat(calls.take(1)).isNull();
        assertThat(calls.size()).isZero();
    }

    @Test
    void theAnswerOfACallThatIsOverDoesNotEndTheNextOneInItsSlot() {
        Promise first = added(5);
        assertThat(calls.take(5)).isSameAs(first);
        Promise second = added(5 + SLOTS);

        assertThat(calls.take(5)).isNull();
        assertThat(calls.take(5 + 2L * SLOTS)).isNull();
        assertThat(calls.take(5 - SLOTS)).isNull();
        assertThat(calls.take(5 + (1L << 32))).isNull();
        assertThat(calls.take(5 + SLOTS)).isSameAs(second);
    }

    @Test
    void aSlotThatIsInUseLeavesRoomForLaterCalls() {
        Promise old = added(7);
        Promise later = added(7 + SLOTS);
        Promise latest = added(7 + 2L * SLOTS);

        assertThat(calls.size()).isEqualTo(3);
        assertThat(calls.take(7 + SLOTS)).isSameAs(later);
        assertThat(calls.take(7 + SLOTS)).isNull();
        assertThat(calls.take(7)).isSameAs(old);
        assertThat(calls.take(7 + 2L * SLOTS)).isSameAs(latest);
        assertThat(calls.size()).isZero();
    }

    @Test
    void numbersOfNoCallAreNothing() {
        Promise promise = added(3);
        for (long number : new long[] {0, -1, -253, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40}) {
            assertThat(calls.take(number)).as("number " + number).isNull();
        }
        assertThat(calls.take(3)).isSameAs(promise);
    }

    @Test
    void allAreTakenAlsoThoseWithoutASlot() {
        List<Promise> added = new ArrayList<>();
        for (long number = 1; number <= 3L * SLOTS; number++) {
            added.add(added(number));
        }
        List<Promise> taken = new ArrayList<>();

        assertThat(calls.takeAll(taken::add)).isEqualTo(added.size());
        assertThat(taken).containsExactlyInAnyOrderElementsOf(added);
        assertThat(calls.takeAll(taken::add)).isZero();
        assertThat(calls.take(1)).isNull();
    }

    @Test
    void threadsThatCallAndAnswerAtOnceGetEachCallOnce() throws Exception {
        int threads = 4;
        int perThread = 20_000;
        AtomicLong numbers = new AtomicLong();
        AtomicIntegerArray taken = new AtomicIntegerArray(threads * perThread + 1);
        CyclicBarrier start = new CyclicBarrier(threads);
        Callable<Void> caller =
                () -> {
                    Random random = new Random(Thread.currentThread().threadId());
                    start.await();
                    for (int i = 0; i < perThread; i++) {
                        long number = numbers.incrementAndGet();
                        calls.add(number, promise(number));
                        take(random.nextLong(number - 2L * SLOTS, number + 1), taken);
                        take(number - random.nextInt(2 * SLOTS), taken);
                    }
                    return null;
                };
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(executor.submit(caller));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
        for (long number = 1; number <= numbers.get(); number++) {
            take(number, taken);
        }

        for (int number = 1; number <= numbers.get(); number++) {
            assertThat(taken.get(number)).as("number " + number).isEqualTo(1);
        }
        assertThat(calls.size()).isZero();
    }

    /** Checks that it is the call of that number. */
    private void take(long number, AtomicIntegerArray taken) {
        Promise promise = calls.take(number);
        if (promise != null) {
            assertThat(promise.callee()).isEqualTo("call " + number);
            taken.incrementAndGet((int) number);
        }
    }
}
