package org.activeobjects.internal.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What somebody else sends. */
@Timeout(60)
class SendQueueTest {

    private final List<String> sent = new CopyOnWriteArrayList<>();

    @Test
    void whatFindsNoThreadFailsAndHoldsNothingUp() {
        AtomicInteger missing = new AtomicInteger(1);
        SendQueue queue =
                new SendQueue(
                        code -> {
                            if (missing.getAndDecrement() > 0) {
                                throw new OutOfMemoryError("no thread, as the test wants it");
                            }
                            Thread.startVirtualThread(code);
                        });

        assertThatThrownBy(() -> queue.add(() -> sent.add("first")))
                .isInstanceOf(OutOfMemoryError.class);
        queue.add(() -> sent.add("second"));

        await().untilAsserted(() -> assertThat(sent).containsExactly("second"));
    }
}
