package org.activeobjects.internal.traits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Who gives code to an executor learns once that it will not be run. */
@Timeout(60)
class GivenTest {

    /** Has ended, and does with what it is given what a test wants. */
    private static final class Ended extends AbstractExecutorService {

        private final Error thrown;

        private Ended(Error thrown) {
            this.thrown = thrown;
        }

        @Override
        public void execute(Runnable dropped) {
            if (thrown != null) {
                throw thrown;
            }
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return true;
        }

        @Override
        public boolean isTerminated() {
            return true;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private static void awaitDropped() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        Given.to(new Ended(null), () -> {}, _ -> told.countDown());
        told.await();
    }

    @Test
    void whoWasToldByAnErrorIsNotToldAgain() throws InterruptedException {
        AtomicInteger toldAgain = new AtomicInteger();
        Error noThread = new OutOfMemoryError("no thread, as the test wants it");

        assertThatThrownBy(
                        () ->
                                Given.to(
                                        new Ended(noThread),
                                        () -> {},
                                        _ -> toldAgain.incrementAndGet()))
                .isSameAs(noThread);

        awaitDropped(); // in a look at all that waits,
        awaitDropped(); // which is over now
        assertThat(toldAgain).hasValue(0);
    }
}
