package org.activeobjects.transport.active;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Warm requests and replies allocate nothing, neither where they are sent nor where they are
 * handled. A wait that sleeps may, for its system call; so the best of many rounds counts.
 */
@Timeout(120)
class ShortMessageAllocationTest {

    private static final int ASK = 1;
    private static final int ANSWER = 2;
    private static final int MAX_ROUNDS = 500;
    private static final int OPERATIONS = 2000;
    private static final int OBJECT_LENGTH = 16;
    private static final long ENOUGH = OBJECT_LENGTH * OPERATIONS / 2;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long[] words = new long[ActiveMessages.MAX_WORDS];
    private final AtomicLong answers = new AtomicLong();
    private long expected;
    private volatile long leastOfServer = Long.MAX_VALUE;
    private volatile boolean isOver;

    @ParameterizedTest
    @ValueSource(strings = {"local", "shm"})
    void requestsAndRepliesAllocateNothing(String link, @TempDir Path folder) throws Exception {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("alloc-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withSharedMemory(folder)
                        .withLinks(link)
                        .withRanksOnHost(2);
        try (Transport one = Transport.open(config);
                Transport other = Transport.open(config)) {
            one.learn(other.card());
            ActiveMessages here = one.openActiveMessages("alloc", this::handlers);
            ActiveMessages there = other.openActiveMessages("alloc", this::handlers);
            ActiveMessages.Target target = here.target(other.card().id());
            CompletableFuture<Void> server = new CompletableFuture<>();
            Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> {
                                serve(there);
                                server.complete(null);
                            });

            long least = least(() -> ask(target));
            isOver = true;
            target.request(ASK); // wakes who serves, to see that

            server.get();
            // One object per message would be 16 bytes or more for each.
            assertThat(least).isLessThan(ENOUGH);
            assertThat(leastOfServer).isLessThan(ENOUGH);
        }
    }

    private void handlers(ActiveMessages.Table table) {
        table.onRequest(ASK, "ask", request -> request.reply(ANSWER, words, words.length))
                .onReply(ANSWER, "answer", reply -> answers.lazySet(answers.getPlain() + 1));
    }

    private void ask(ActiveMessages.Target target) {
        BooleanSupplier isAnswered = this::isAnswered;
        for (int i = 0; i < OPERATIONS; i++) {
            expected++;
            target.request(ASK, words, words.length);
            if (!target.await(isAnswered, PATIENCE)) {
                throw new IllegalStateException("no answer");
            }
        }
    }

    private boolean isAnswered() {
        return answers.get() == expected;
    }

    /** The least that this thread has allocated in a round. */
    private long least(Runnable round) {
        long id = Thread.currentThread().threadId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MAX_ROUNDS && Math.max(least, leastOfServer) >= ENOUGH; i++) {
            long before = beans.getThreadAllocatedBytes(id);
            round.run();
            least = Math.min(least, beans.getThreadAllocatedBytes(id) - before);
        }
        return least;
    }

    /** Handles requests until told, and finds the least that this took for a number of them. */
    private void serve(ActiveMessages table) {
        long id = Thread.currentThread().threadId();
        while (!isOver) {
            long until = answers.get() + OPERATIONS / 2;
            long before = beans.getThreadAllocatedBytes(id);
            if (!table.await(() -> isOver || answers.get() >= until, PATIENCE)) {
                throw new IllegalStateException("nothing to serve");
            }
            if (answers.get() >= until) {
                long allocated = 2 * (beans.getThreadAllocatedBytes(id) - before);
                leastOfServer = Math.min(leastOfServer, allocated);
            }
        }
    }
}
