package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Every way to wait for a result or to ask for it. */
@Timeout(60)
class FutureTest {

    private Courier courier;

    @BeforeEach
    void create() {
        Courier.gate = new CountDownLatch(1);
        courier = PAActiveObject.newActive(Courier.class);
    }

    @AfterEach
    void openTheGate() {
        Courier.gate.countDown();
        PAActiveObject.terminateActiveObject(courier, true);
    }

    @Test
    void whatIsNoFutureIsThere() {
        assertThat(PAFuture.isAwaited("text")).isFalse();
        assertThat(PAFuture.isAwaited(null)).isFalse();
        assertThat(PAFuture.getFutureValue("text")).isEqualTo("text");
        assertThat(PAFuture.getFutureValue("text", 1)).isEqualTo("text");
        assertThat(PAFuture.isNull(null)).isTrue();
        assertThat(PAFuture.isNull("text")).isFalse();
        PAFuture.waitFor("text");
        PAFuture.waitFor(courier, true);
        PAFuture.monitorFuture(courier);
        assertThat(PAFuture.waitForAny(List.of("text"))).isZero();
        PAFuture.waitForAll(List.of("text", courier));
        assertThat(PAFuture.toCompletableFuture("text")).isCompletedWithValue("text");
    }

    @Test
    void aTimeLimitEndsEveryKindOfWaitAndNotTheCall() {
        IntWrapper future = courier.slow(3);
        List<IntWrapper> both = List.of(courier.slow(4), future);

        assertThatThrownBy(() -> PAFuture.waitFor(future, 1))
                .isInstanceOf(ProActiveTimeoutException.class)
                .hasMessageContaining(".slow")
                .hasMessageContaining("timeoutMs=1");
        assertThatThrownBy(() -> PAFuture.waitFor(future, 1, true))
                .isInstanceOf(ProActiveTimeoutException.class);
        assertThatThrownBy(() -> PAFuture.getFutureValue(future, 1))
                .isInstanceOf(ProActiveTimeoutException.class);
        assertThatThrownBy(() -> PAFuture.waitForAll(both, 12))
                .isInstanceOf(ProActiveTimeoutException.class)
                .hasMessageContaining("all of 2 calls")
                .hasMessageContaining("timeoutMs=12");
        assertThatThrownBy(() -> PAFuture.waitForAny(both, 12))
                .isInstanceOf(ProActiveTimeoutException.class)
                .hasMessageContaining("one of 2 calls")
                .hasMessageContaining("timeoutMs=12");
        for (long past : new long[] {-1, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> PAFuture.waitFor(future, past))
                    .isInstanceOf(ProActiveTimeoutException.class);
            assertThatThrownBy(() -> PAFuture.waitForAny(both, past))
                    .isInstanceOf(ProActiveTimeoutException.class);
            assertThatThrownBy(() -> PAFuture.waitForAll(both, past))
                    .isInstanceOf(ProActiveTimeoutException.class);
        }
        assertThat(PAFuture.allAwaited(both)).isTrue();
        Courier.gate.countDown();

        PAFuture.waitForAll(both, 20_000);
        assertThat(PAFuture.allAwaited(both)).isFalse();
        assertThat(PAFuture.getFutureValue(future, 1).getIntValue()).isEqualTo(3);
    }

    @Test
    void aTimeLimitThatNeverComesIsNone() {
        IntWrapper future = courier.slow(3);
        Thread.startVirtualThread(
                () -> {
                    await().until(() -> PALifeCycle.dump().contains("serves slow"));
                    Courier.gate.countDown();
                });

        PAFuture.waitFor(future, Long.MAX_VALUE);

        assertThat(PAFuture.getFutureValue(courier.slow(4), Long.MAX_VALUE).getIntValue())
                .isEqualTo(4);
        PAFuture.waitForAll(List.of(courier.slow(1), courier.slow(2)), Long.MAX_VALUE);
    }

    static Stream<Consumer<IntWrapper>> waitsForEver() {
        return Stream.of(
                future -> PAFuture.waitFor(future, 0),
                future -> PAFuture.waitFor(future, 0, true),
                future -> PAFuture.getFutureValue(future, 0),
                future -> PAFuture.waitForAll(List.of(future), 0),
                future -> PAFuture.waitForAny(List.of(future), 0));
    }

    @ParameterizedTest
    @MethodSource("waitsForEver")
    void aTimeLimitOfZeroIsNone(Consumer<IntWrapper> wait) throws Exception {
        IntWrapper future = courier.slow(3);
        Thread waiter = new Thread(() -> wait.accept(future));
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.WAITING);
        assertThat(PAFuture.isAwaited(future)).isTrue();
        Courier.gate.countDown();
        waiter.join();

        assertThat(PAFuture.isAwaited(future)).isFalse();
    }

    @Test
    void aFutureOfAStubEqualsTheStubBothWays() {
        Account account = PAActiveObject.newActive(Account.class);
        Object future = account.self();

        assertThat(future).isEqualTo(account).hasSameHashCodeAs(account);
        assertThat(account).isEqualTo(account.self()).isNotEqualTo(courier);
    }

    @Test
    void noneOfNothingIsWaitedForButOneOfNothingIsRefused() {
        PAFuture.waitForAll(List.of());
        assertThat(PAFuture.allAwaited(List.of())).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> PAFuture.waitForAny(List.of()));
    }

    @Test
    void waitingDoesNotThrowWhatTheMethodThrewButUsingDoes() {
        IntWrapper future = courier.slowlyFails("no street");
        Courier.gate.countDown();

        PAFuture.waitFor(future);
        PAFuture.waitForAll(List.of(future));
        assertThat(PAFuture.waitForAny(List.of(future))).isZero();
        assertThat(PAFuture.isAwaited(future)).isFalse();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> PAFuture.getFutureValue(future))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no street");
            assertThatThrownBy(future::getIntValue).hasMessage("no street");
        }
        assertThatThrownBy(() -> PAFuture.isNull(future)).hasMessage("no street");
        assertThatThrownBy(() -> PAFuture.toCompletableFuture(future).get())
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("no street");
    }

    @Test
    void manyFuturesAreTakenInTheOrderInWhichTheyArrive() {
        List<IntWrapper> left = new ArrayList<>();
        List<CompletableFuture<IntWrapper>> sources = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            CompletableFuture<IntWrapper> source = new CompletableFuture<>();
            sources.add(source);
            left.add(PAFuture.fromCompletable(source, IntWrapper.class));
        }
        for (int i = sources.size() - 1; i >= 0; i--) {
            CompletableFuture<IntWrapper> source = sources.get(i);
            IntWrapper value = new IntWrapper(i);
            Thread completer = Thread.startVirtualThread(() -> source.complete(value));
            IntWrapper first = left.remove(PAFuture.waitForAny(left));
            assertThat(first.getIntValue()).isEqualTo(i);
            assertThat(completer.isVirtual()).isTrue();
        }
    }

    @Test
    void aFutureOfAFutureIsSeenThrough() {
        CompletableFuture<IntWrapper> outer = new CompletableFuture<>();
        CompletableFuture<IntWrapper> inner = new CompletableFuture<>();
        IntWrapper future = PAFuture.fromCompletable(outer, IntWrapper.class);
        IntWrapper second = PAFuture.fromCompletable(inner, IntWrapper.class);
        outer.complete(second);

        PAFuture.waitFor(future);
        PAFuture.waitFor(future, false);
        assertThat(PAFuture.isAwaited(future)).isTrue();
        assertThatThrownBy(() -> PAFuture.waitFor(future, 1, true))
                .isInstanceOf(ProActiveTimeoutException.class);
        assertThatThrownBy(() -> PAFuture.getFutureValue(future, 1))
                .isInstanceOf(ProActiveTimeoutException.class);
        assertThatThrownBy(() -> PAFuture.waitForAny(List.of(future), 1))
                .isInstanceOf(ProActiveTimeoutException.class);
        IntWrapper value = new IntWrapper(8);
        inner.complete(value);

        PAFuture.waitFor(future, true);
        assertThat(PAFuture.isAwaited(future)).isFalse();
        assertThat(PAFuture.getFutureValue(future)).isSameAs(value);
        assertThat(future.getIntValue()).isEqualTo(8);
    }

    @Test
    void aCompletableFutureIsAskedForWhatIsBehindIt() {
        CompletableFuture<IntWrapper> inner = new CompletableFuture<>();
        CompletableFuture<IntWrapper> outer = new CompletableFuture<>();
        outer.complete(PAFuture.fromCompletable(inner, IntWrapper.class));
        assertThat(PAFuture.isAwaited(outer)).isTrue();

        inner.complete(null);

        assertThat(PAFuture.isAwaited(outer)).isFalse();
        assertThat(PAFuture.isNull(inner)).isTrue();
        assertThat(PAFuture.isNull(outer)).isTrue();
        assertThat(PAFuture.isNull(CompletableFuture.completedFuture("text"))).isFalse();
        assertThatThrownBy(
                        () ->
                                PAFuture.isNull(
                                        CompletableFuture.failedFuture(
                                                new IllegalStateException("torn wire"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("torn wire");
    }

    @Test
    void aCompletableFutureCanBeWaitedForLikeAnyOther() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        CompletableFuture<String> failed =
                CompletableFuture.failedFuture(new IOException("torn wire"));

        assertThat(PAFuture.isAwaited(slow)).isTrue();
        assertThat(PAFuture.isAwaited(failed)).isFalse();
        assertThat(PAFuture.waitForAny(List.of(slow, failed))).isEqualTo(1);
        assertThatThrownBy(() -> PAFuture.waitFor(slow, 1))
                .isInstanceOf(ProActiveTimeoutException.class);
        slow.complete("here");
        PAFuture.waitForAll(List.of(slow, failed));
        IntWrapper never =
                PAFuture.fromCompletable(
                        CompletableFuture.failedFuture(new IOException("torn wire")),
                        IntWrapper.class);
        assertThatThrownBy(never::getIntValue)
                .isInstanceOf(ActiveObjectException.class)
                .hasRootCauseMessage("torn wire");
        assertThatThrownBy(() -> PAFuture.fromCompletable(slow, String.class))
                .isInstanceOf(ClassNotReifiableException.class);
    }

    @Test
    void aResultThatIsThereIsACompleteCompletableFuture() {
        Courier.gate.countDown();
        IntWrapper there = courier.slow(3);
        IntWrapper failed = courier.slowlyFails("no street");
        PAFuture.waitForAll(List.of(there, failed));

        assertThat(PAFuture.toCompletableFuture(there).resultNow().getIntValue()).isEqualTo(3);
        assertThat(PAFuture.toCompletableFuture(failed).exceptionNow()).hasMessage("no street");
    }

    @Test
    void arraysAndFinalTypesAreAwaitedByCodeOfTheirOwn() throws Exception {
        CompletableFuture<String> text = PAFuture.async(courier::keptText);
        CompletableFuture<String> later = courier.hurryNot("soon");
        CompletableFuture<int[]> failing =
                PAFuture.async(
                        () -> {
                            throw new IllegalStateException("not sent");
                        });

        assertThat(text.get()).isEqualTo("null");
        assertThat(later).isNotDone();
        Courier.gate.countDown();
        assertThat(later.get()).isEqualTo("soon");
        assertThatThrownBy(failing::get).hasRootCauseMessage("not sent");
    }

    @Test
    void callsThatDeclareExceptionsAreAwaitedByCodeOfTheirOwn() {
        CompletableFuture<String> opened = PAFuture.async(courier::openLetter);

        assertThatThrownBy(opened::get)
                .hasCauseInstanceOf(IOException.class)
                .hasRootCauseMessage("wet");
    }

    @Test
    void printingAnAwaitedFutureDoesNotWaitAndComparingItDoes() {
        IntWrapper future = courier.slow(5);
        IntWrapper other = courier.slow(5);

        assertThat(future.toString()).startsWith("awaited result of Courier#").endsWith(".slow");
        Courier.gate.countDown();
        assertThat(future).isEqualTo(other).hasSameHashCodeAs(new IntWrapper(5));
        assertThat(future.toString()).isEqualTo(new IntWrapper(5).toString());
        assertThat(new StringWrapper("x")).isNotEqualTo(future);
    }

    @Test
    void printingAFutureThatHasFailedSaysSoAndDoesNotThrow() {
        IntWrapper future = courier.slowlyFails("no bridge");
        Courier.gate.countDown();
        PAFuture.waitFor(future);

        assertThat(future.toString())
                .startsWith("failed result of Courier#")
                .endsWith(".slowlyFails: java.lang.IllegalStateException: no bridge");
        assertThatThrownBy(future::getIntValue).hasMessage("no bridge");
    }

    @Test
    void printingAFutureWhoseResultIsNullPrintsThat() {
        IntWrapper future = courier.slowNothing();
        Courier.gate.countDown();
        PAFuture.waitFor(future);

        assertThat(future.toString()).isEqualTo("null");
        assertThatThrownBy(future::getIntValue).isInstanceOf(NullPointerException.class);
    }

    @Test
    void anInterruptEndsTheWaitAndKeepsTheFlag() throws Exception {
        IntWrapper future = courier.slow(1);
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread waiter =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                PAFuture.waitForAny(List.of(future));
                            } catch (ActiveObjectException e) {
                                outcome.complete(
                                        e.getMessage() + Thread.currentThread().isInterrupted());
                            }
                        });
        waiter.interrupt();

        assertThat(outcome.get()).startsWith("interrupted while waiting for").endsWith("true");
    }
}
