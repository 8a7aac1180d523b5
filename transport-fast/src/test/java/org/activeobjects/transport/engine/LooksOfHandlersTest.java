package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.spi.Doorbell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Handlers that look whether something is there. */
@Timeout(60)
class LooksOfHandlersTest {

    private static final int HANDLER = 1;
    private static final int TAG = 7;
    private static final EndpointAddress ANY = EndpointAddress.ANY_SOURCE;

    private final Bell bell = new Bell();
    private final LoneEngine alone = new LoneEngine(bell);
    private final Engine engine = alone.engine();
    private final Endpoint endpoint = engine.openEndpoint();
    private final Request receive = endpoint.irecv(ANY, TAG, 0, Slice.of(new byte[1]));
    private final PersistentRequest again =
            endpoint.recvInit(ANY, TAG + 1, 0, Slice.of(new byte[1]));

    enum Look {
        TEST,
        PERSISTENT_TEST,
        PROBE,
        AWAIT_ANY
    }

    /** Wakes nobody while it is held. */
    private static final class Bell implements Doorbell {

        private final Doorbell bell = new ParkingDoorbell();
        private volatile boolean isHeld;

        @Override
        public void arm(int level) {
            bell.arm(level);
        }

        @Override
        public int level() {
            return bell.level();
        }

        @Override
        public void sleep(int level, long maxNs) {
            bell.sleep(level, maxNs);
        }

        @Override
        public void ring() {
            if (!isHeld) {
                bell.ring();
            }
        }

        @Override
        public void close() {
            bell.close();
        }
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private void look(Look how) {
        switch (how) {
            case TEST -> assertThat(receive.test()).isFalse();
            case PERSISTENT_TEST -> assertThat(again.test()).isFalse();
            case PROBE -> assertThat(endpoint.iprobe(ANY, TAG + 2, 0)).isNull();
            case AWAIT_ANY -> {
                Request sent = endpoint.isend(endpoint.address(), TAG + 3, 0, Slice.EMPTY);
                assertThat(endpoint.awaitAny(sent)).isZero();
            }
        }
    }

    /** It may run on a thread of a link's own, which must not come upon the end of that link. */
    @ParameterizedTest
    @EnumSource
    void moveNoLinkMeanwhile(Look how) throws Exception {
        again.start();
        CompletableFuture<Thread> mover = new CompletableFuture<>();
        CompletableFuture<Void> looked = new CompletableFuture<>();
        engine.handlers()
                .add(
                        HANDLER,
                        (_, _, _, _) -> {
                            bell.isHeld = true;
                            alone.progress().execute(() -> mover.complete(Thread.currentThread()));
                            try {
                                look(how);
                                looked.complete(null);
                            } catch (RuntimeException | Error e) {
                                looked.completeExceptionally(e);
                            }
                        });

        engine.post(engine.self().id(), HANDLER, 0, new byte[0], 0, List.of());
        bell.isHeld = false;
        alone.progress().kick();

        looked.get(20, TimeUnit.SECONDS);
        assertThat(mover.get(20, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
    }
}
