package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.annotation.BoundedQueue;
import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.queue.RequestQueueFullException;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Queues that take only so many requests make callers wait, near and far. */
@Timeout(90)
class BoundedQueueTest {

    private static final Object[] NONE = {};

    /** What a runtime may send in advance to such a queue is the bound once more. */
    private static final int FAR = 2 * Desk.BOUND;

    private final List<NodeRuntime> runtimes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    @BeforeEach
    void openTwo() {
        for (int i = 0; i < 2; i++) {
            runtimes.add(NodeRuntime.open(TransportConfig.defaults()));
        }
        runtimes.get(0).makeDefault();
        nodes.add(runtimes.get(0).node());
        nodes.add(runtimes.get(0).connect(runtimes.get(1).card()));
        Desk.gate = new CountDownLatch(1);
        Desk.HELD.drainPermits();
    }

    @AfterEach
    void closeBoth() {
        Desk.gate.countDown();
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    private Desk desk(int place) {
        return PAActiveObject.newActive(Desk.class, NONE, nodes.get(place));
    }

    /** A desk that serves nothing until the gate is open. */
    private static Desk holding(Desk desk) {
        desk.hold();
        Desk.HELD.acquireUninterruptibly();
        return desk;
    }

    /** Calls as often as said, one after the other, on a thread of its own. */
    private static CompletableFuture<Void> calls(Desk desk, int count) {
        return CompletableFuture.runAsync(
                () -> IntStream.range(0, count).forEach(desk::see), Thread::startVirtualThread);
    }

    private static void awaitDump(String words) {
        await().until(() -> PALifeCycle.dump().contains(words));
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void aCallerNearbyWaitsUntilThereIsRoom() {
        Desk desk = holding(desk(0));
        CompletableFuture<Void> caller = calls(desk, 20);
        awaitDump("bound=3 queued=3 waitingCallers=1");
        assertThat(caller).isNotDone();

        Desk.gate.countDown();
        caller.join();

        assertThat(PAFuture.getFutureValue(desk.seen())).isEqualTo(upTo(20));
        assertThat(desk.longest().getIntValue()).isLessThanOrEqualTo(Desk.BOUND);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallerFarAwayHasAFewInAdvanceAndThenWaits(boolean lookedUp) throws Exception {
        Desk made = desk(1);
        String url = PAActiveObject.registerByName(made, "desk");
        Desk desk = holding(lookedUp ? PAActiveObject.lookupActive(Desk.class, url) : made);
        CompletableFuture<Void> caller = calls(desk, 100);
        awaitDump("bound=3 queued=" + FAR);
        assertThat(caller).isNotDone();

        Desk.gate.countDown();
        caller.join();

        assertThat(PAFuture.getFutureValue(desk.seen())).isEqualTo(upTo(100));
        assertThat(desk.longest().getIntValue()).isLessThanOrEqualTo(FAR);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void manyCallersShareTheRoomAndAllComeThrough(int place) {
        Desk desk = desk(place);
        List<CompletableFuture<Void>> callers =
                IntStream.range(0, 20).mapToObj(i -> calls(desk, 200)).toList();

        callers.forEach(CompletableFuture::join);

        assertThat(PAFuture.getFutureValue(desk.seen())).hasSize(4000);
        assertThat(desk.longest().getIntValue()).isLessThanOrEqualTo(FAR);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whoWaitsTooLongIsToldWhatIsFull(int place) {
        Desk desk = QueueBound.of(2, Duration.ofMillis(20)).create(() -> holding(desk(place)));

        assertThatThrownBy(() -> IntStream.range(0, 10).forEach(desk::see))
                .isInstanceOf(RequestQueueFullException.class)
                .hasMessageMatching(
                        "queue stayed full: callee=Desk#\\d+.* method=see bound=2 timeoutMs=20"
                                + " .*=2 waitingCallers=0; .*");
        Desk.gate.countDown();
        // Until the object has run, its queue is full for this question, too.
        await().ignoreExceptionsInstanceOf(RequestQueueFullException.class)
                .until(() -> PAFuture.getFutureValue(desk.seen()).size() == 2 * (1 + place));
        desk.see(77);
        assertThat(PAFuture.getFutureValue(desk.seen())).contains(77);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatAnObjectSendsToItselfIsTakenBeyondTheBound(int place) {
        Desk desk = desk(place);
        desk.fillOwnQueue(5 * Desk.BOUND);

        await().until(() -> PAFuture.getFutureValue(desk.seen()).size() == 5 * Desk.BOUND);
        assertThat(PAFuture.getFutureValue(desk.seen())).isEqualTo(upTo(5 * Desk.BOUND));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void immediateServicesPassByAFullQueue(int place) {
        Desk desk = holding(desk(place));
        CompletableFuture<Void> caller = calls(desk, 20);
        awaitDump("queued=" + (place == 0 ? Desk.BOUND : FAR));

        for (int i = 0; i < 3 * FAR; i++) {
            assertThat(desk.atOnce().getIntValue()).isEqualTo(7);
        }
        assertThat(caller).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void soDoThoseThatWereMadeImmediateAtRunTime(int place) {
        Desk desk = desk(place);
        desk.letThrough(true).getIntValue();
        holding(desk);
        CompletableFuture<Void> caller = calls(desk, 20);
        awaitDump("queued=" + (place == 0 ? Desk.BOUND : FAR));

        for (int i = 0; i < 3 * FAR; i++) {
            assertThat(desk.later().getIntValue()).isEqualTo(8);
        }
        assertThat(caller).isNotDone();
        Desk.gate.countDown();
        caller.join();
        Desk.gate = new CountDownLatch(1);
        desk.letThrough(false).getIntValue();
        holding(desk);
        CompletableFuture<Void> again = calls(desk, 20);
        awaitDump("queued=" + (place == 0 ? Desk.BOUND : FAR));
        CompletableFuture<Integer> late =
                CompletableFuture.supplyAsync(
                        () -> desk.later().getIntValue(), Thread::startVirtualThread);
        awaitDump(place == 0 ? "waitingCallers=2" : "queued=" + FAR);
        assertThat(late).isNotDone();
        Desk.gate.countDown();
        assertThat(late.join()).isEqualTo(8);
        again.join();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theEndOfTheObjectEndsTheWait(int place) {
        Desk desk = holding(desk(place));
        CompletableFuture<Void> caller = calls(desk, 20);
        awaitDump("queued=" + (place == 0 ? Desk.BOUND : FAR));

        PAActiveObject.terminateActiveObject(desk, true);
        if (place == 0) {
            assertThatThrownBy(caller::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(BodyTerminatedRequestException.class);
        } else {
            // What is sent after the end is refused there: the caller may learn so later.
            await().until(caller::isDone);
        }
    }

    @Test
    void theEndOfTheirOwnRuntimeEndsTheWaitOfCallersNearby() {
        Desk desk = holding(desk(0));
        CompletableFuture<Void> caller = calls(desk, 20);
        awaitDump("queued=" + Desk.BOUND);

        runtimes.get(0).close();

        assertThatThrownBy(caller::join)
                .hasCauseInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("runtime of the active object has been closed");
    }

    @Test
    void theLossOfItsRuntimeEndsTheWait() {
        Desk desk = holding(desk(1));
        CompletableFuture<Void> caller = calls(desk, 20);
        awaitDump("queued=" + FAR);

        runtimes.get(1).transport().close(); // as if it had died: its object does not end first

        assertThatThrownBy(caller::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(TransportException.class)
                .hasMessageContaining(runtimes.get(1).transport().card().id().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anInterruptEndsTheWaitAndNothingIsSent(int place) throws Exception {
        Desk desk = holding(desk(place));
        CompletableFuture<Void> first = calls(desk, 20);
        awaitDump("queued=" + (place == 0 ? Desk.BOUND : FAR));
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread second =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        desk.see(99);
                                    } catch (ActiveObjectException e) {
                                        thrown.complete(e);
                                    }
                                });
        await().until(() -> second.getState() == Thread.State.WAITING);

        second.interrupt();

        assertThat(thrown.join()).hasMessageContaining("interrupted while waiting for room for");
        second.join();
        Desk.gate.countDown();
        first.join();
        assertThat(PAFuture.getFutureValue(desk.seen())).isEqualTo(upTo(20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "10"})
    void callersThatWaitFollowAnObjectThatMoves(String way) {
        int from = way.charAt(0) - '0';
        String to = runtimes.get(way.charAt(1) - '0').node().url();
        Desk desk = holding(desk(from));
        desk.goTo(to);
        CompletableFuture<Void> caller = calls(desk, 100);
        awaitDump("queued=" + (from == 0 ? Desk.BOUND : FAR));

        Desk.gate.countDown();
        caller.join();

        assertThat(PAFuture.getFutureValue(desk.seen())).isEqualTo(upTo(100));
        Desk.gate = new CountDownLatch(1);
        Desk moved = holding(desk);
        CompletableFuture<Void> again = calls(moved, 50);
        awaitDump("queued=" + (from == 1 ? Desk.BOUND : FAR));
        Desk.gate.countDown();
        again.join();
    }

    @Test
    void theCreatorDecidesBeforeTheClass() {
        Desk free = QueueBound.NONE.create(() -> holding(desk(1)));
        IntStream.range(0, 200).forEach(free::see);
        Desk.gate.countDown();
        assertThat(PAFuture.getFutureValue(free.seen())).hasSize(200);

        Desk.gate = new CountDownLatch(1);
        Desk wide = QueueBound.of(50).create(() -> holding(desk(0)));
        IntStream.range(0, 50).forEach(wide::see);
        CompletableFuture<Void> caller = calls(wide, 1);
        awaitDump("bound=50 queued=50 waitingCallers=1");
        Desk.gate.countDown();
        caller.join();
    }

    /** Serves several at a time. */
    @BoundedQueue(2)
    @DefineGroups(@Group(name = "none", selfCompatible = false))
    public static class Crowd extends Desk {}

    @Test
    void aMultiActiveObjectCountsWhatHasNotBegun() {
        Crowd crowd = PAActiveObject.newActive(Crowd.class);
        holding(crowd);
        CompletableFuture<Void> caller = calls(crowd, 30);
        awaitDump("bound=2 queued=2 waitingCallers=1");
        assertThat(caller).isNotDone();

        Desk.gate.countDown();
        caller.join();
        assertThat(PAFuture.getFutureValue(crowd.seen())).isEqualTo(upTo(30));
    }

    /** Cannot be. */
    @BoundedQueue(0)
    public static class NoRoom {}

    @Test
    void aBoundThatNothingCouldPassIsRefused() {
        assertThatThrownBy(() -> PAActiveObject.newActive(NoRoom.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("NoRoom")
                .hasMessageContaining("length=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueBound.of(1, Duration.ofMillis(-1)));
    }
}
