package org.activeobjects.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.UniqueID;
import org.activeobjects.annotation.BoundedQueue;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAMobileAgent;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** When leases end, by a clock of the test. */
@Timeout(60)
class LeasesTest {

    private static final RuntimeId HOLDER = new RuntimeId(0, 9);
    private static final Duration TERM = Duration.ofHours(4);
    private static final long TICK_NS = TERM.toNanos() / 4;

    private final NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults());
    private final AtomicLong clock = new AtomicLong();
    private final Leases leases =
            new Leases(TERM, clock::get, body -> false, (to, card, notice) -> {});
    private LocalBody body;

    /** Is held by somebody, or by nobody. */
    public static class Thing {}

    /** Counts what others have sent it. */
    @BoundedQueue(1)
    public static class Bounded {}

    @BeforeEach
    void export() {
        runtime.makeDefault();
        body = ActiveHandler.of(PAActiveObject.newActive(Thing.class)).route().body();
        leases.export(body);
        leases.onNotice(HOLDER, new LeaseNotice(LeaseNotice.HOLD, TERM.toMillis(), body.number()));
        await().until(
                        () -> {
                            System.gc(); // the stub was garbage at once
                            return !body.hasStubs();
                        });
    }

    @AfterEach
    void close() {
        leases.close();
        runtime.close();
    }

    private void tickAfter(long ns) {
        clock.addAndGet(ns);
        leases.tick();
    }

    @Test
    void aLeaseThatIsNotRenewedEndsAndThenTheObject() {
        for (int tick = 1; tick <= 7; tick++) {
            tickAfter(TICK_NS);
            assertThat(body.takesRequests()).as("tick %d", tick).isTrue();
        }

        tickAfter(TICK_NS);

        assertThat(body.takesRequests()).isFalse();
    }

    @Test
    void whoBeginsToHoldAnObjectWhileItEndsIsTold() {
        RuntimeId late = new RuntimeId(0, 10);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        AtomicReference<Leases> ending = new AtomicReference<>();
        Leases own =
                new Leases(
                        TERM,
                        () -> {
                            Leases now = ending.getAndSet(null);
                            if (now != null) {
                                now.ended(body); // when the entry has been found
                            }
                            return 0;
                        },
                        _ -> false,
                        (to, _, notice) -> told.add(to + " " + notice.what()));
        try {
            own.export(body);
            ending.set(own);
            own.onNotice(late, new LeaseNotice(LeaseNotice.HOLD, TERM.toMillis(), body.number()));

            await().until(() -> told.contains(late + " " + LeaseNotice.GONE));
        } finally {
            own.close();
        }
    }

    @Test
    void aBoundedQueueForgetsARuntimeThatIsLost() {
        LocalBody bounded =
                ActiveHandler.of(PAActiveObject.newActive(Bounded.class)).route().body();
        leases.export(bounded);
        bounded.gate().arrived(HOLDER);
        bounded.gate().arrived(HOLDER);
        assertThat(bounded.gate().holdsUp(HOLDER, 1)).isTrue();

        leases.onLost(HOLDER);

        assertThat(bounded.gate().holdsUp(HOLDER, 1)).isFalse();
    }

    @Test
    void aLookThatFailsIsFollowedByTheNext() {
        AtomicInteger looks = new AtomicInteger();
        Leases failing =
                new Leases(
                        Duration.ofMillis(20),
                        System::nanoTime,
                        _ -> {
                            if (looks.incrementAndGet() <= 2) {
                                throw new IllegalStateException("as the test wants it");
                            }
                            return false;
                        },
                        (_, _, _) -> {});
        try {
            failing.export(body);

            await().until(() -> !body.takesRequests());
            assertThat(looks).hasValueGreaterThan(2);
        } finally {
            failing.close();
        }
    }

    @Test
    void theTimeInWhichTheOwnerIsHeldUpDoesNotCount() {
        tickAfter(TICK_NS + 10 * TERM.toNanos());
        for (int tick = 2; tick <= 7; tick++) {
            tickAfter(TICK_NS + TERM.toNanos());
            assertThat(body.takesRequests()).as("tick %d", tick).isTrue();
        }

        tickAfter(TICK_NS);

        assertThat(body.takesRequests()).isFalse();
    }

    @Test
    void aNoticeThatFailsIsFollowedByTheNext() throws Exception {
        BlockingQueue<Long> told = new LinkedBlockingQueue<>();
        Leases failing =
                new Leases(
                        TERM,
                        clock::get,
                        _ -> false,
                        (_, _, notice) -> {
                            if (notice.numbers()[0] == 998) {
                                throw new OutOfMemoryError("as the test wants it");
                            }
                            told.add(notice.numbers()[0]);
                        });
        try {
            for (long unknown : new long[] {998, 999}) {
                failing.onNotice(HOLDER, new LeaseNotice(LeaseNotice.HOLD, 1, unknown));
            }

            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(999);
        } finally {
            failing.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {30, 1_000_000, Long.MAX_VALUE / 86_400})
    void nobodyCountsOnALongerTermThanOwnersGive(long days) throws Exception {
        BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
        Leases patient =
                new Leases(
                        Duration.ofDays(days),
                        clock::get,
                        _ -> false,
                        (_, _, notice) -> asked.add(notice.termMs()));
        try {
            UniqueID object = new UniqueID(HOLDER, 5);
            var _ = patient.held(new Reference("", object, new Place(HOLDER, 5, 0, null), ""));

            assertThat(asked.poll(20, TimeUnit.SECONDS)).isEqualTo(Duration.ofDays(1).toMillis());
        } finally {
            patient.close();
        }
    }

    /** Moves. */
    public static class Visitor {

        /** One-way. */
        public void goTo(Node node) {
            PAMobileAgent.migrateTo(node);
        }
    }

    @Test
    void theEndOfAPlaceThatAnObjectHasLeftIsNotToldAsThatOfTheObject() throws Exception {
        BlockingQueue<Long> gone = new LinkedBlockingQueue<>();
        Leases own =
                new Leases(
                        TERM,
                        clock::get,
                        _ -> false,
                        (_, _, notice) -> gone.add(notice.numbers()[0]));
        Visitor visitor = PAActiveObject.newActive(Visitor.class);
        LocalBody place = ActiveHandler.of(visitor).route().body();
        try {
            own.export(place);
            own.onNotice(HOLDER, new LeaseNotice(LeaseNotice.HOLD, 1000, place.number()));
            visitor.goTo(runtime.createNode("second", false));
            await().atMost(Duration.ofSeconds(20)).until(() -> place.successor() != null);

            own.ended(place); // as when its runtime is closed
            own.onNotice(HOLDER, new LeaseNotice(LeaseNotice.HOLD, 1000, 999));

            assertThat(gone.poll(20, TimeUnit.SECONDS)).isEqualTo(999);
        } finally {
            own.close();
        }
    }
}
