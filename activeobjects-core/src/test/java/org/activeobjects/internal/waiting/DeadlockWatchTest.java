package org.activeobjects.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.pending.Unsent;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class DeadlockWatchTest {

    private static final int ROUNDS = 1000;

    private static volatile CompletableFuture<Integer> answer;

    /** Takes its time. */
    public static class Slow {
        public IntWrapper answer() {
            return new IntWrapper(answer.join());
        }
    }

    /** Waits for the slow one. */
    public static class Patient {
        public void ask(Slow slow) {
            slow.answer().getIntValue();
        }
    }

    private static void together(CyclicBarrier start, Runnable code) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        code.run();
    }

    @Test
    void breaksNoWaitOffThatBeginsWhileItIsClosed() {
        answer = new CompletableFuture<>();
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Patient patient = PAActiveObject.newActive(Patient.class);
            LocalBody body = ActiveHandler.of(patient).route().body();
            patient.ask(PAActiveObject.newActive(Slow.class));
            await().until(() -> body.currentWait() != null);
            Wait wait = body.currentWait();

            CyclicBarrier start = new CyclicBarrier(2);
            for (int round = 0; round < ROUNDS; round++) {
                DeadlockWatch watch =
                        new DeadlockWatch(DeadlockPolicy.WARN, number -> null, () -> null);
                CompletableFuture<Void> closes =
                        CompletableFuture.runAsync(() -> together(start, watch::close));

                together(start, () -> watch.changes(body, wait));

                closes.join();
            }
        } finally {
            answer.complete(1);
        }
    }

    /** Counts who looks at it at the same time. */
    private static final class Watched implements Unsent {

        private final AtomicInteger looks = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final CountDownLatch enough = new CountDownLatch(DeadlockWatch.MOST_LOOKS);
        private int now;

        @Override
        public long number() {
            return 1;
        }

        @Override
        public List<Promise> before() {
            count(1);
            enough.countDown();
            try {
                enough.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            for (int i = 0; i < ROUNDS; i++) {
                Thread.yield(); // whoever may come in does so
            }
            count(-1);
            looks.incrementAndGet();
            return List.of();
        }

        private synchronized void count(int change) {
            now += change;
            most.accumulateAndGet(now, Math::max);
        }
    }

    /** Waits for whatever a test wants. */
    public static class Crowd {

        static volatile Promise awaited;

        @ImmediateService
        public void join() {
            awaited.await(0);
        }
    }

    @Test
    void looksAtManyWaitsSomeAtATime() {
        Watched watched = new Watched();
        Crowd.awaited = new Promise(Object.class, watched);
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            Crowd crowd = PAActiveObject.newActive(Crowd.class);
            for (int i = 0; i < 4 * DeadlockWatch.MOST_LOOKS; i++) {
                crowd.join();
            }

            await().until(() -> watched.looks.get() >= 4 * DeadlockWatch.MOST_LOOKS);

            assertThat(watched.most.get()).isEqualTo(DeadlockWatch.MOST_LOOKS);
        } finally {
            Crowd.awaited.value(null);
        }
    }
}
