package org.activeobjects.internal.waiting;

import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

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
}
