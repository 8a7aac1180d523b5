package org.activeobjects.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Who waits for an answer that does not come is told so, and gives up at the limit. */
@Timeout(60)
class InquiryTest {

    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

    private Inquiry inquiry(long limitMs) {
        return new Inquiry("creation of Ship by runtime 7", limitMs, 1, log::add);
    }

    @Test
    void aWaitThatLastsIsToldAgainAndAgain() throws InterruptedException {
        Inquiry inquiry = inquiry(0);
        Thread waiter = Thread.startVirtualThread(inquiry::awaitAnswer);

        assertThat(log.take()).contains("creation of Ship by runtime 7", "waitedMs=1;");
        assertThat(log.take()).contains("waitedMs=2;", "activeobjects.synchronousCallTimeoutMs");
        inquiry.value("there");
        waiter.join();
        assertThat(inquiry.isDone()).isTrue();
    }

    @Test
    void atTheLimitTheWaitEndsAndSaysForWhatItWas() {
        assertThatThrownBy(inquiry(3)::awaitAnswer)
                .isInstanceOf(ProActiveTimeoutException.class)
                .hasMessageContaining("asked=creation of Ship by runtime 7 timeoutMs=3")
                .hasMessageContaining("activeobjects.synchronousCallTimeoutMs");
    }

    @Test
    void whoCannotGoOnWithoutTheAnswerWaitsBeyondTheLimit() throws InterruptedException {
        Inquiry inquiry = inquiry(1);
        Thread waiter = Thread.startVirtualThread(() -> inquiry.awaitAnswer(0));

        assertThat(log.take()).contains("waitedMs=1;");
        assertThat(log.take()).contains("waitedMs=2;");
        assertThat(waiter.isAlive()).isTrue();
        inquiry.value("there");
        waiter.join();
    }

    @Test
    void norDoesAnInterruptEndSuchAWait() throws InterruptedException {
        Inquiry inquiry = inquiry(0);
        BlockingQueue<Object> results = new LinkedBlockingQueue<>();
        Thread waiter =
                Thread.startVirtualThread(
                        () -> {
                            Thread.currentThread().interrupt();
                            results.add(Inquiry.resultInTheEnd(inquiry));
                            results.add(Thread.currentThread().isInterrupted());
                        });

        assertThat(log.take()).contains("waitedMs=1;");
        inquiry.value("there");
        waiter.join();
        assertThat(results).containsExactly("there", true);
    }

    @Test
    void anInterruptEndsTheWait() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(inquiry(0)::awaitAnswer)
                    .isInstanceOf(ActiveObjectException.class)
                    .hasMessageContaining("creation of Ship by runtime 7");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
