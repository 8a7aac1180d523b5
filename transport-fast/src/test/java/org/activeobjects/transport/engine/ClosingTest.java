package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.FutureTask;

@Timeout(60)
class ClosingTest {

    private static Thread start(Runnable task) {
        return Thread.ofPlatform().daemon().start(task);
    }

    private static void awaitBlockedOrOver(Thread thread) {
        while (thread.isAlive() && thread.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
    }

    @Test
    void closesAnEndpointThatIsBeingOpenedMeanwhile() throws Exception {
        try (LoneEngine lone = new LoneEngine()) {
            Engine engine = lone.engine();
            FutureTask<Endpoint> opening = new FutureTask<>(engine::openEndpoint);
            Thread closer;
            synchronized (engine.stations()) {
                awaitBlockedOrOver(start(opening)); // it has found the engine open
                closer = start(engine::closeEndpoints);
                awaitBlockedOrOver(closer);
            }
            closer.join();

            Endpoint opened = opening.get();

            assertThatThrownBy(() -> opened.irecv(opened.address(), 0, 0, Slice.of(new byte[1])))
                    .isInstanceOf(TransportClosedException.class);
        }
    }
}
