package org.activeobjects.internal.future;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.internal.request.Answer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(30)
class PromiseTest {

    private final Promise promise = new Promise(Object.class, "the call");

    @Test
    void keepsTheFirstOutcome() throws Throwable {
        promise.value("first");
        promise.value("second");
        promise.failure(new IllegalStateException("third"));

        assertThat(promise.get(0)).isEqualTo("first");
    }

    @Test
    void wakesEveryThreadThatWaits() {
        List<CompletableFuture<Object>> waiting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waiting.add(
                    CompletableFuture.supplyAsync(
                            () -> {
                                promise.await(0);
                                return promise.isDone();
                            },
                            i % 2 == 0
                                    ? Thread::startVirtualThread
                                    : task -> Thread.ofPlatform().start(task)));
        }
        promise.value(null);

        assertThat(waiting).allSatisfy(one -> assertThat(one.join()).isEqualTo(true));
    }

    @Test
    void decodesOnceInTheThreadThatNeedsItFirst() throws Throwable {
        AtomicInteger decodings = new AtomicInteger();
        promise.undecoded(
                () -> {
                    decodings.incrementAndGet();
                    return "value";
                });

        assertThat(promise.isDone()).isTrue();
        assertThat(decodings).hasValue(0);
        assertThat(promise.get(0)).isEqualTo("value");
        assertThat(promise.get(0)).isEqualTo("value");
        assertThat(decodings).hasValue(1);
    }

    @Test
    void throwsWhatTheDecodingThrew() {
        promise.undecoded(
                () -> {
                    throw new IllegalStateException("unreadable");
                });

        assertThatThrownBy(() -> promise.get(0)).hasMessage("unreadable");
    }

    @Test
    void runsCodeAtOnceWhenTheResultIsThere() {
        AtomicInteger runs = new AtomicInteger();
        promise.whenDone(runs::incrementAndGet);
        assertThat(runs).hasValue(0);

        promise.value(1);
        promise.whenDone(runs::incrementAndGet);
        assertThat(runs).hasValue(2);
    }

    @Test
    void wakesThoseWhoCameAfterCodeThatFails() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        promise.whenDone(
                () -> {
                    throw new StackOverflowError("as the test wants it");
                });
        promise.whenDone(runs::incrementAndGet);
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(() -> promise.await(0), Thread::startVirtualThread);

        promise.value("here");

        assertThat(runs).hasValue(1);
        assertThat(waits).succeedsWithin(Duration.ofSeconds(20));
        assertThat(promise.get(0)).isEqualTo("here");
    }

    @Test
    void passesOnThatItsResultCouldNotBeGiven() {
        Error noMemory = new OutOfMemoryError("on purpose");
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        promise.forwardTo(
                new Answer() {
                    @Override
                    public void value(Object value) {
                        throw noMemory; // as one does who has to copy it
                    }

                    @Override
                    public void failure(Throwable thrown) {
                        failure.complete(thrown);
                    }
                });

        promise.value("large");

        assertThat(failure.orTimeout(20, TimeUnit.SECONDS).join()).isSameAs(noMemory);
    }

    @Test
    void staysUsableAfterAWaitThatWasTooLong() throws Throwable {
        assertThatThrownBy(() -> promise.await(1))
                .isInstanceOf(ProActiveTimeoutException.class)
                .hasMessageContaining("the call")
                .hasMessageContaining("timeoutMs=1");
        promise.value(2);

        assertThat(promise.get(1)).isEqualTo(2);
    }

    @Test
    void forgetsWaitsThatWereTooLongBelowThoseThatLast() {
        List<Waiter> lasting = new ArrayList<>();
        List<Waiter> over = new ArrayList<>();
        List<WeakReference<Waiter>> gone = new ArrayList<>();
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 1000; i++) {
            Waiter waiter = promise.notify(runs::incrementAndGet);
            (i % 100 == 0 ? lasting : over).add(waiter);
            if (over.size() > 1) { // those of several threads overlap
                over.getFirst().cancel();
                gone.add(new WeakReference<>(over.removeFirst()));
            }
        }

        await().until(
                        () -> {
                            System.gc();
                            return gone.stream().filter(one -> one.get() != null).count() < 100;
                        });
        promise.value(1);
        assertThat(runs).hasValue(lasting.size() + over.size());
    }

    @RepeatedTest(50)
    void wakesAllWhileOthersGiveUp() {
        AtomicInteger runs = new AtomicInteger();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(
                    CompletableFuture.runAsync(() -> comeAndGo(runs), Thread::startVirtualThread));
        }
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(() -> promise.await(0), Thread::startVirtualThread);
        while (!promise.isAwaited()) {
            Thread.onSpinWait();
        }
        promise.value(1);

        threads.forEach(CompletableFuture::join);
        waits.join();
        assertThat(runs).hasValue(4 * 500);
    }

    /** Half of those that come stay. */
    private void comeAndGo(AtomicInteger runs) {
        for (int i = 0; i < 500; i++) {
            Waiter goes = promise.notify(() -> {});
            promise.whenDone(runs::incrementAndGet);
            if (goes != null) {
                goes.cancel();
            }
        }
    }

    @Test
    void endsTheWaitOfAnInterruptedThreadAndKeepsItsFlag() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> promise.await(0))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("interrupted")
                .hasMessageContaining("the call");
        assertThat(Thread.interrupted()).isTrue();
    }
}
