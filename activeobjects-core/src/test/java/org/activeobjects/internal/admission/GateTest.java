package org.activeobjects.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.internal.future.WaitingBody;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.queue.RequestQueueFullException;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices.Holder;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** Who gets in, in which order, and who gets credits back. */
@Timeout(30)
class GateTest {

    private static final RuntimeId FAR = new RuntimeId(1, 2);
    private static final RuntimeId FARTHER = new RuntimeId(3, 4);

    private static final StubMethod METHOD = MethodTable.of(Runnable.class).methods().getFirst();

    private final List<String> given = new ArrayList<>();

    private Gate gate(int bound) {
        return new Gate(
                QueueBound.of(bound),
                (to, credits) -> given.add((to.equals(FAR) ? "far " : "farther ") + credits));
    }

    private static CompletableFuture<Boolean> enters(Gate gate) {
        return CompletableFuture.supplyAsync(
                () -> gate.enter(METHOD, "desk"), Thread::startVirtualThread);
    }

    private static void awaitLine(Gate gate, int callers) {
        await().until(() -> gate.state().endsWith("waitingCallers=" + callers));
    }

    @Test
    void letsInAsManyAsFitAndTheNextWhenOneLeaves() {
        Gate gate = gate(2);
        assertThat(enters(gate).join()).isTrue();
        assertThat(enters(gate).join()).isTrue();
        CompletableFuture<Boolean> third = enters(gate);
        awaitLine(gate, 1);
        assertThat(gate.state()).isEqualTo("queued=2 waitingCallers=1");

        gate.left();

        assertThat(third.join()).isTrue();
        assertThat(gate.state()).isEqualTo("queued=2 waitingCallers=0");
    }

    @Test
    void givesBackCreditsForWhatStandsBehindACallerWhoGivesUp() {
        Gate gate = gate(1);
        assertThat(enters(gate).join()).isTrue();
        AtomicReference<Thread> caller = new AtomicReference<>();
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(
                        () -> gate.enter(METHOD, "desk"),
                        task -> caller.set(Thread.startVirtualThread(task)));
        awaitLine(gate, 1);
        gate.arrived(FAR);
        gate.left();
        assertThat(given).as("the caller comes first, and has no room yet").isEmpty();

        caller.get().interrupt();

        assertThatThrownBy(waiting::join).hasMessageContaining("interrupted");
        assertThat(gate.state()).isEqualTo("queued=1 waitingCallers=0");
        assertThat(given).containsExactly("far 1");
        assertThat(gate.holdsUp(FAR, 1)).isFalse();
    }

    @Test
    void aCallerWhoseStackEndsInTheLineTakesNoRoom() {
        Error end = new StackOverflowError("as the test wants it");
        Object deep =
                Proxy.newProxyInstance(
                        GateTest.class.getClassLoader(),
                        new Class<?>[] {BodyHandle.class, WaitingBody.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("waits")) {
                                throw end;
                            }
                            return method.getReturnType() == boolean.class ? true : null;
                        });
        Gate gate = gate(1);
        assertThat(enters(gate).join()).isTrue();

        assertThatThrownBy(
                        () ->
                                ScopedValue.where(Holder.scope(), (BodyHandle) deep)
                                        .call(() -> gate.enter(METHOD, "desk")))
                .isSameAs(end);

        gate.left();
        assertThat(gate.state()).isEqualTo("queued=0 waitingCallers=0");
    }

    @Test
    void givesBackCreditsForWhatIsWithinTheBoundAndKeepsTheRest() {
        Gate gate = gate(2); // a window of two, given back one by one
        for (int i = 0; i < 4; i++) {
            gate.arrived(FAR);
        }
        assertThat(given).containsExactly("far 1", "far 1");
        assertThat(gate.holdsUp(FAR, 2)).isTrue();
        assertThat(gate.holdsUp(FAR, 1)).as("one is on its way").isFalse();
        assertThat(gate.holdsUp(FARTHER, 0)).isFalse();

        gate.left();
        assertThat(given).hasSize(2);
        gate.left();
        assertThat(given).containsExactly("far 1", "far 1", "far 2");
        assertThat(gate.holdsUp(FAR, 4)).isFalse();
    }

    @Test
    void servesCallersNearAndFarInTheirOrder() {
        Gate gate = gate(1);
        gate.arrived(FAR);
        CompletableFuture<Boolean> near = enters(gate);
        awaitLine(gate, 1);
        gate.arrived(FARTHER);
        given.clear();

        gate.left(); // what came of the farther one is left, which came after the near one
        assertThat(near).isNotDone();
        assertThat(given).isEmpty();
        gate.left();
        assertThat(near.join()).isTrue();
        assertThat(given).containsExactly("farther 1");
    }

    @Test
    void doesNotCountWhatIsServedBesideTheQueue() {
        Gate gate = gate(1);
        gate.passed(FAR);

        assertThat(given).containsExactly("far 1");
        assertThat(gate.state()).startsWith("queued=0");
    }

    @Test
    void hasRoomForThoseFromElsewhereAlsoWithTheLargestBoundThereIs() {
        Gate gate = gate(Integer.MAX_VALUE);
        for (int call = 0; call < QueueBound.MAX_ADVANCE; call++) {
            gate.arrived(FAR);
        }

        assertThat(given).containsExactly("far 16", "far 16");
        assertThat(gate.hasRoom()).isTrue();
    }

    @Test
    void tellsWhoWaitsThatTheObjectHasMoved() {
        Gate gate = gate(1);
        assertThat(enters(gate).join()).isTrue();
        gate.arrived(FAR);
        CompletableFuture<Boolean> second = enters(gate);
        awaitLine(gate, 1);

        gate.move();

        assertThat(second.join()).isFalse();
        assertThat(enters(gate).join()).isFalse();
        gate.left();
        gate.left();
        assertThat(given).as("they get their credits at the next place").isEmpty();
    }

    @Test
    void letsEverybodyThroughAtTheEnd() {
        Gate gate = gate(1);
        gate.arrived(FAR);
        gate.arrived(FAR);
        CompletableFuture<Boolean> near = enters(gate);
        awaitLine(gate, 1);
        given.clear();

        gate.close();

        assertThat(near.join()).isTrue();
        assertThat(enters(gate).join()).isTrue();
        assertThat(given).containsExactly("far " + Credits.NO_MORE_NEEDED);
    }

    @Test
    void keepsNothingOfARuntimeThatIsLost() {
        Gate gate = gate(2);
        gate.arrived(FAR);
        gate.arrived(FARTHER);
        given.clear();

        gate.lost(FAR);
        gate.close();

        assertThat(given).containsExactly("farther " + Credits.NO_MORE_NEEDED);
    }

    /** It was let in just before the end, and the end was told just before it was counted. */
    @Test
    void tellsWhoHasUsedACreditOfTheEndAlsoIfTheCallIsCountedBehindIt() {
        Gate gate = gate(1);
        gate.close();

        gate.arrived(FAR);
        gate.passed(FARTHER);

        assertThat(given)
                .containsExactly(
                        "far " + Credits.NO_MORE_NEEDED, "farther " + Credits.NO_MORE_NEEDED);
    }

    @Test
    void whoIsFarHasAWindowAndThenWaits() {
        Admissions admissions = new Admissions();
        Credits credits = admissions.credits(FAR, 5, QueueBound.of(2));
        assertThat(credits.use(METHOD, "desk")).isTrue();
        assertThat(credits.use(METHOD, "desk")).isTrue();
        CompletableFuture<Boolean> third =
                CompletableFuture.supplyAsync(
                        () -> credits.use(METHOD, "desk"), Thread::startVirtualThread);
        await().until(() -> credits.state().endsWith("waitingCallers=1"));

        admissions.onCredits(FAR, 6, 1);
        admissions.onCredits(FARTHER, 5, 1);
        assertThat(third).isNotDone();
        admissions.onCredits(FAR, 5, 1);

        assertThat(third.join()).isTrue();
        assertThat(credits.seen()).isEqualTo(1);
        assertThat(admissions.credits(FAR, 5, QueueBound.of(2))).isSameAs(credits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"end", "loss", "close", "move"})
    void whoIsFarStopsWaitingWhen(String event) {
        Admissions admissions = new Admissions();
        Credits credits = admissions.credits(FAR, 5, QueueBound.of(1));
        assertThat(credits.use(METHOD, "desk")).isTrue();
        CompletableFuture<Boolean> second =
                CompletableFuture.supplyAsync(
                        () -> credits.use(METHOD, "desk"), Thread::startVirtualThread);
        await().until(() -> credits.state().endsWith("waitingCallers=1"));

        switch (event) {
            case "end" -> admissions.onCredits(FAR, 5, Credits.NO_MORE_NEEDED);
            case "loss" -> admissions.lost(FAR, new PeerLostException("far", "test", null));
            case "close" -> admissions.close();
            default -> admissions.reroute(FAR, 5);
        }

        assertThat(second.join()).isEqualTo(!event.equals("move"));
    }

    @Test
    void whoGivesUpLeavesTheLine() {
        Gate gate =
                new Gate(QueueBound.of(1, Duration.ofMillis(1)), (to, credits) -> given.add(""));
        assertThat(enters(gate).join()).isTrue();

        assertThatThrownBy(() -> enters(gate).join())
                .hasCauseInstanceOf(RequestQueueFullException.class);

        assertThat(gate.state()).isEqualTo("queued=1 waitingCallers=0");
        gate.left();
        assertThat(enters(gate).join()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "0 7", "-1 0", "1 -1", "x 0", "1 x", "1 2 3"})
    void refusesWhatIsNoBound(String text) {
        assertThatThrownBy(() -> Bounds.decode(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsTheBoundsThatItHasWritten() {
        assertThat(Bounds.decode("0 0")).isSameAs(QueueBound.NONE);
        QueueBound bound = Bounds.decode(Bounds.encode(QueueBound.of(9, Duration.ofSeconds(2))));
        assertThat(bound).hasToString("bound=9 timeoutMs=2000");
    }
}
