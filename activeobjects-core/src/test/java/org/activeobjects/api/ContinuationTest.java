package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Futures that are passed on before their results are there. */
@Timeout(60)
class ContinuationTest {

    private final List<NodeRuntime> runtimes = new ArrayList<>();

    @BeforeEach
    void open() {
        for (int i = 0; i < 4; i++) {
            runtimes.add(NodeRuntime.open(TransportConfig.defaults()));
        }
        runtimes.getFirst().makeDefault();
        Courier.gate = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        Courier.gate.countDown();
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    private Courier on(int place) {
        return PAActiveObject.newActive(
                Courier.class,
                new Object[0],
                runtimes.getFirst().connect(runtimes.get(place).card()));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,1", "1,0", "1,1", "1,2"})
    void anAwaitedFutureIsPassedOnWithoutAWait(int from, int to) {
        IntWrapper future = on(from).slow(7);
        Courier receiver = on(to);

        receiver.keep(future);
        StringWrapper answer = receiver.open();
        assertThat(PAFuture.isAwaited(answer)).isTrue();
        Courier.gate.countDown();

        assertThat(answer.getStringValue()).isEqualTo("got 7");
    }

    @Test
    void aCopyKnowsWithoutAWaitThatItIsAwaitedAndByWhom() {
        Courier receiver = on(2);
        receiver.keep(on(1).slow(7));

        assertThat(receiver.keepsAwaited()).isTrue();
        assertThat(receiver.keptText())
                .startsWith("awaited result of Courier#")
                .contains(".slow of ao://")
                .contains(", passed on by runtime ");
    }

    @ParameterizedTest
    @CsvSource({"0123", "1230", "1111", "1212121", "0101", "3210123"})
    void aFutureIsCompletedAtEveryHop(String places) {
        List<Courier> couriers = new ArrayList<>();
        for (char place : places.toCharArray()) {
            couriers.add(on(place - '0'));
        }
        for (int i = 0; i < couriers.size(); i++) {
            couriers.get(i).next(couriers.get((i + 1) % couriers.size()));
        }
        IntWrapper future = on(1).slow(9);
        int hops = couriers.size() - 1;

        StringWrapper answer = couriers.getFirst().pass(future, hops);
        IntWrapper back = couriers.getFirst().echo(future, hops);
        Courier.gate.countDown();

        assertThat(answer.getStringValue()).isEqualTo("got 9");
        assertThat(back.getIntValue()).isEqualTo(9);
        assertThat(future.getIntValue()).isEqualTo(9);
    }

    @Test
    void futuresTravelInCollectionsFieldsRecordsAndArrays() {
        Courier source = on(1);
        List<IntWrapper> f = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            f.add(source.slow(1 << i));
        }
        IntWrapper sum =
                on(2).sum(
                                new ArrayList<>(List.of(f.get(0), f.get(1))),
                                Map.of("a", new Courier.Parcel("a", f.get(2))),
                                new Courier.Crate(f.get(3), f.get(4)));
        assertThat(PAFuture.isAwaited(sum)).isTrue();
        Courier.gate.countDown();

        assertThat(sum.getIntValue()).isEqualTo(31);
    }

    @Test
    void aFutureThatIsListedTwiceIsOneFutureThere() {
        IntWrapper future = on(1).slow(7);

        assertThat(on(2).areSame(new ArrayList<>(List.of(future, future)), future)).isTrue();
    }

    @Test
    void aResultOfAwaitedFuturesIsGivenWithoutAWait() {
        Courier middle = on(1);
        middle.next(on(2));

        List<IntWrapper> answers = PAFuture.getFutureValue(middle.askNextOften(3));
        assertThat(answers).hasSize(3).allMatch(PAFuture::isAwaited);
        Courier.gate.countDown();

        assertThat(answers).extracting(IntWrapper::getIntValue).containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @CsvSource({"1,2", "1,1", "0,1", "1,0"})
    void anAnswerComesAlsoWhenTheMiddleObjectHasEnded(int middlePlace, int lastPlace) {
        Courier middle = on(middlePlace);
        middle.next(on(lastPlace));
        IntWrapper answer = middle.askNext(5);
        List<IntWrapper> answers = PAFuture.getFutureValue(middle.askNextOften(2));
        PAActiveObject.terminateActiveObject(middle, false);
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                middle.keepsAwaited();
                            }
                        })
                .hasMessageContaining("terminated");
        Courier.gate.countDown();

        assertThat(answer.getIntValue()).isEqualTo(5);
        assertThat(answers).extracting(IntWrapper::getIntValue).containsExactly(0, 1);
    }

    @Test
    void aResultIsSentOnceToEachRuntimeAndNothingIsKept() {
        Courier source = on(1);
        IntWrapper future = source.slow(7);
        Courier receiver = on(2);
        List<StringWrapper> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(receiver.take(future));
            answers.add(on(2).take(future));
        }
        answers.add(on(3).take(future));
        Courier.gate.countDown();

        assertThat(answers).allMatch(answer -> answer.getStringValue().equals("got 7"));
        assertThat(counts(0))
                .contains("passedFutures=0")
                .contains("copiedFutures=0")
                .contains("sentUpdates=2")
                .contains("lateUpdates=0");
        assertThat(counts(2)).contains("copiedFutures=0").contains("lateUpdates=0");
    }

    private String counts(int place) {
        return ((CoreRuntime) runtimes.get(place)).messenger().continuations().toString();
    }

    @Test
    void aFailureReachesEveryCopyWithItsStack() {
        IntWrapper future = on(1).slowlyFails("no such street");
        StringWrapper answer = on(2).take(future);
        Courier.gate.countDown();

        assertThatThrownBy(answer::getStringValue)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no such street")
                .satisfies(
                        thrown ->
                                assertThat(List.of(thrown.getStackTrace()).toString())
                                        .contains("Courier.slowlyFails")
                                        .contains("Courier.take")
                                        .contains("ContinuationTest"));
    }

    @ParameterizedTest
    @CsvSource({"true,1", "false,1", "true,0", "false,0"})
    void aNullResultIsStillAFutureAtItsReceiver(boolean isAwaited, int to) {
        IntWrapper future = on(1).slowNothing();
        if (!isAwaited) {
            Courier.gate.countDown();
            PAFuture.waitFor(future);
        }
        StringWrapper answer = on(to).take(future);
        Courier.gate.countDown();

        assertThatThrownBy(answer::getStringValue)
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("the result is null");
    }

    @ParameterizedTest
    @CsvSource({"0", "1"})
    void completableFuturesArePassedOnToo(int to) {
        Courier source = on(1);
        CompletableFuture<double[]> values = new CompletableFuture<>();
        CompletableFuture<String> failed = new CompletableFuture<>();
        Courier receiver = on(to);

        StringWrapper answer = on(to).joined(source.hurryNot("slowly"));
        StringWrapper ready = receiver.joined(CompletableFuture.completedFuture("at once"));
        StringWrapper length = receiver.lengthOf(values);
        StringWrapper failure = on(to).joined(failed);
        assertThat(ready.getStringValue()).isEqualTo("joined at once");
        assertThat(PAFuture.isAwaited(answer)).isTrue();
        Courier.gate.countDown();
        values.complete(new double[1000]);
        failed.completeExceptionally(new IllegalStateException("torn"));

        assertThat(answer.getStringValue()).isEqualTo("joined slowly");
        assertThat(length.getStringValue()).isEqualTo("length 1000");
        assertThatThrownBy(failure::getStringValue).hasRootCauseMessage("torn");
    }

    @ParameterizedTest
    @CsvSource({"0", "1"})
    void aCompletableFutureThatIsCompleteArrivesComplete(int to) {
        Courier receiver = on(to);

        assertThat(receiver.stateOf(CompletableFuture.completedFuture("x")).getStringValue())
                .isEqualTo("SUCCESS");
        assertThat(
                        receiver.stateOf(
                                        CompletableFuture.failedFuture(
                                                new IllegalStateException("torn")))
                                .getStringValue())
                .isEqualTo("FAILED");
    }

    @Test
    void copiesFailWhenTheRuntimeInTheMiddleIsLost() {
        Courier first = on(1);
        Courier last = on(2);
        first.next(last);
        // The future belongs to runtime 1, which passes it on to runtime 2.
        IntWrapper future = on(3).slow(7);
        last.keep(future);
        assertThat(last.keepsAwaited()).isTrue();
        // From now on the last one waits.
        StringWrapper answer = first.pass(future, 1);
        StringWrapper opened = last.open();
        assertThat(first.keepsAwaited()).isFalse();
        runtimes.get(1).close();

        assertThatThrownBy(answer::getStringValue)
                .isInstanceOf(FutureMonitoringPingFailureException.class);
        // What did not come through the lost runtime is still served.
        Courier.gate.countDown();
        assertThat(opened.getStringValue()).isEqualTo("got 7");
    }

    @Test
    void anObjectMayWaitForItsFuturesBeforeItPassesThemOn() throws Exception {
        for (int place : new int[] {0, 1}) {
            Courier.gate = new CountDownLatch(1);
            Courier middle = on(place);
            middle.next(on(2));
            PAActiveObject.disableAC(middle);
            IntWrapper answer = middle.askNext(5);
            CompletableFuture<String> after = PAFuture.async(middle::keptText);
            assertThat(after).isNotDone();
            Courier.gate.countDown();
            assertThat(answer.getIntValue()).isEqualTo(5);
            assertThat(after.join()).isEqualTo("null");

            Courier.gate = new CountDownLatch(1);
            PAActiveObject.enableAC(middle);
            IntWrapper later = middle.askNext(6);
            assertThat(middle.keptText()).isEqualTo("null");
            Courier.gate.countDown();
            assertThat(later.getIntValue()).isEqualTo(6);
        }
    }
}
