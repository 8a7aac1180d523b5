package org.activeobjects.internal.future;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.internal.exception.TryBlock;
import org.activeobjects.internal.request.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

@Timeout(30)
class UnseenFailuresTest {

    private static final int MANY = 3 * UnseenFailures.MOST;

    private final List<String> log = new ArrayList<>();
    private final UnseenFailures unseen = new UnseenFailures(log::add);

    /** What is called. */
    private record Market(UnseenFailures unseenFailures) implements UnseenFailures.Callee {

        @Override
        public String toString() {
            return "Market#1";
        }
    }

    private Promise call() {
        return new Promise(Object.class, new Market(unseen));
    }

    private Promise failed(String why) {
        Promise promise = call();
        promise.failure(new IllegalStateException(why));
        return promise;
    }

    @Test
    void aFailureThatNobodyHasSeenIsToldWithCallAndStackOnce() {
        var _ = failed("closed");

        unseen.tell();
        unseen.tell();

        assertThat(log).hasSize(1);
        assertThat(log.getFirst())
                .contains("call=Market#1 exception=java.lang.IllegalStateException: closed")
                .contains("at " + UnseenFailuresTest.class.getName() + ".failed(");
    }

    @Test
    void whoeverLooksAtAResultKnowsOfItsFailure() {
        List<Consumer<Promise>> ways =
                List.of(
                        promise -> assertThatThrownBy(() -> promise.get(0)).hasMessage("closed"),
                        promise -> assertThat(promise.hasFailed()).isTrue(),
                        promise -> assertThat(promise.toCompletableFuture()).isNotNull(),
                        promise -> promise.tell(nobody()));
        for (Consumer<Promise> way : ways) {
            Promise promise = failed("closed");
            way.accept(promise);
            promise.toCompletableFuture().handle((value, failure) -> failure).join();
        }

        unseen.tell();

        assertThat(log).isEmpty();
    }

    private static Answer nobody() {
        return new Answer() {
            @Override
            public void value(Object value) {}

            @Override
            public void failure(Throwable failure) {}
        };
    }

    @Test
    void whoeverWaitsIsNotToldTwice() {
        Promise promise = call();
        promise.whenDone(() -> {});
        promise.failure(new IllegalStateException("closed"));

        unseen.tell();

        assertThat(log).isEmpty();
    }

    @Test
    void whoeverHasGivenUpToWaitDoesNotKnow() {
        Promise promise = call();
        assertThatThrownBy(() -> promise.await(1)).isInstanceOf(ProActiveTimeoutException.class);
        promise.failure(new IllegalStateException("closed"));

        unseen.tell();

        assertThat(log).hasSize(1);
    }

    @Test
    void aBlockOfExceptionsThatNobodyAsksKnowsOfNone() {
        TryBlock.begin(new Class<?>[] {Exception.class});
        try {
            TryBlock.current().add(failed("closed"));
            for (int i = 0; i < MANY; i++) {
                Promise good = call();
                good.value(i);
                TryBlock.current().add(good);
            }
        } finally {
            TryBlock.suspend();
        }

        unseen.tell();

        assertThat(log).hasSize(1);
    }

    @Test
    void aFailureThatHasNotBeenDecodedIsToldToo() {
        Promise promise = call();
        promise.undecoded(
                new Undecoded() {
                    @Override
                    public Object decode() {
                        throw new IllegalStateException("closed there");
                    }

                    @Override
                    public boolean isFailure() {
                        return true;
                    }
                });

        unseen.tell();

        assertThat(log).hasSize(1);
        assertThat(log.getFirst()).contains("closed there");
        assertThatThrownBy(() -> promise.get(0)).hasMessage("closed there");
    }

    @Test
    void theLossOfARuntimeIsToldElsewhere() {
        call().failure(new FutureMonitoringPingFailureException("its runtime is gone"));

        unseen.tell();

        assertThat(log).isEmpty();
    }

    @Test
    void ofManyTheFirstAreToldAndTheOthersCounted() {
        List<Promise> promises = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            promises.add(failed("number " + i));
        }
        assertThat(promises.get(1).hasFailed()).isTrue();
        assertThat(promises.getLast().hasFailed()).isTrue();

        unseen.tell();

        assertThat(log).hasSize(UnseenFailures.MOST);
        assertThat(log.getFirst()).contains("number 0");
        assertThat(log.get(1)).contains("number 2");
        assertThat(log.getLast())
                .contains("more calls failed")
                .contains("calls=" + (MANY - UnseenFailures.MOST - 1) + ";");
    }

    @Test
    void afterAWhileOnlyTextsAreHeld() {
        WeakReference<Throwable> exception = failedAndDropped();
        unseen.makeTexts();

        while (exception.get() != null) {
            System.gc();
            Thread.onSpinWait();
        }
        unseen.tell();

        assertThat(log).hasSize(1);
        assertThat(log.getFirst()).contains("closed");
    }

    private WeakReference<Throwable> failedAndDropped() {
        Throwable exception = new IllegalStateException("closed");
        call().failure(exception);
        return new WeakReference<>(exception);
    }

    /** An answer that takes its time to be decoded. */
    private static final class Slow implements Undecoded {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CompletableFuture<String> text = new CompletableFuture<>();

        @Override
        public Object decode() {
            begun.countDown();
            throw new IllegalStateException(text.join());
        }

        @Override
        public boolean isFailure() {
            return true;
        }
    }

    @Test
    void whoBringsAnAnswerWaitsForNobodyWhoReadsIt() throws Exception {
        Slow slow = new Slow();
        Failure failure = new Failure(slow);
        CompletableFuture<Throwable> reader = CompletableFuture.supplyAsync(failure::cause);
        slow.begun.await();

        CompletableFuture<Boolean> bringer =
                CompletableFuture.supplyAsync(() -> failure.isByLoss() || failure.noted(null));

        assertThat(bringer.get(20, TimeUnit.SECONDS)).isFalse();
        slow.text.complete("slow");
        assertThat(reader.get(20, TimeUnit.SECONDS)).hasMessage("slow");
    }
}
