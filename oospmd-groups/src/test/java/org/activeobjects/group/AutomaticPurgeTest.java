package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.spi.Stubs;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Groups that results leave which fail or are null. */
@Timeout(60)
class AutomaticPurgeTest {

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("purge", TransportConfig.newSecret()));
    private final List<CompletableFuture<IntWrapper>> coming = new ArrayList<>();
    private IntWrapper results;

    @BeforeEach
    void makeResults() {
        here.makeDefault();
        List<IntWrapper> members = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            coming.add(new CompletableFuture<>());
            members.add(PAFuture.fromCompletable(coming.get(index), IntWrapper.class));
        }
        results = PAGroup.of(IntWrapper.class, members);
        PAGroup.setAutomaticPurge(results, true);
    }

    @AfterEach
    void close() {
        here.close();
    }

    private void comes(int index) {
        coming.get(index).complete(new IntWrapper(index));
    }

    private void fails(int index) {
        coming.get(index).completeExceptionally(new IllegalStateException("failed " + index));
    }

    private List<Integer> values() {
        return PAGroup.getGroup(results).stream().map(IntWrapper::getIntValue).toList();
    }

    @Test
    void whatFailsOrIsNullLeavesWhenItComesAndTheRestMovesUp() {
        fails(1);

        assertThat(PAGroup.size(results)).isEqualTo(3);
        coming.get(0).complete(null);
        assertThat(PAGroup.size(results)).isEqualTo(2);
        comes(2);
        comes(3);
        assertThat(((IntWrapper) PAGroup.get(results, 0)).getIntValue()).isEqualTo(2);
        assertThat(values()).containsExactly(2, 3);
        assertThat((Object) PAGroup.getGroup(results).getExceptionList()).isNull();
    }

    /** What is to happen as soon as the members have been looked at so often. */
    private IntWrapper atLook(int look, Runnable meanwhile) {
        AtomicInteger looks = new AtomicInteger();
        return Stubs.create(
                IntWrapper.class,
                new CallHandler() {
                    @Override
                    public Object call(StubMethod method, Object[] arguments) {
                        return null;
                    }

                    @Override
                    public List<?> standsFor() {
                        if (looks.incrementAndGet() == look) {
                            meanwhile.run();
                        }
                        return List.of();
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void theLastIsGivenAndTakenAlsoIfWhatIsBehindItFailsJustNow(int look) {
        Group<IntWrapper> group = PAGroup.getGroup(results);
        List<IntWrapper> all = List.copyOf(group);
        group.addFirst(atLook(look, () -> fails(3)));

        IntWrapper last = group.getLast();
        assertThat(all.subList(2, 4)).anyMatch(each -> each == last);

        group.addFirst(atLook(look, () -> fails(2)));
        Object taken = group.removeLast();
        assertThat(all.subList(1, 4)).anyMatch(each -> each == taken);
        assertThat(Arrays.stream(group.toArray())).noneMatch(each -> each == taken);
    }

    @Test
    void anEmptyGroupHasNeitherAFirstNorALast() {
        Group<IntWrapper> group = PAGroup.getGroup(results);
        IntWrapper first = group.getFirst();
        assertThat(PAFuture.isAwaited(first)).isTrue();
        assertThat(group.removeFirst()).isSameAs(first);
        assertThat(group).hasSize(3);
        fails(1);
        fails(2);
        fails(3);

        assertThatThrownBy(group::getFirst).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(group::getLast).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(group::removeFirst).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(group::removeLast).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void waitsForManyCountWhatLeavesAsArrived() {
        fails(0);
        comes(1);

        PAGroup.waitN(results, 1);
        fails(2);
        comes(3);
        PAGroup.waitAll(results);
        PAGroup.waitN(results, 2);

        assertThat(values()).containsExactly(1, 3);
        assertThatThrownBy(() -> PAGroup.waitN(results, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size=2");
    }

    @Test
    void waitsForOneWaitForOneThatStays() throws Exception {
        CompletableFuture<Integer> waiting =
                CompletableFuture.supplyAsync(
                        () -> PAGroup.waitOneAndGetIndex(results), Thread::startVirtualThread);
        fails(0);
        coming.get(1).complete(null);
        assertThat(PAGroup.size(results)).isEqualTo(2);
        assertThat(waiting).isNotDone();

        comes(3);

        assertThat(waiting.get()).isEqualTo(1);
        assertThat(((IntWrapper) PAGroup.waitAndGetOneThenRemoveIt(results)).getIntValue())
                .isEqualTo(3);
        fails(2);
        assertThatThrownBy(() -> PAGroup.waitOne(results))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the group is empty");
    }

    @Test
    void whoWaitsForACertainResultIsShownItsFailure() throws Exception {
        fails(2);
        fails(1);
        comes(3);

        assertThat(((IntWrapper) PAGroup.waitAndGetTheNth(results, 1)).getIntValue()).isEqualTo(3);
        FutureTask<Object> first = new FutureTask<>(() -> PAGroup.waitAndGetTheNth(results, 0));
        Thread waiting = Thread.startVirtualThread(first);
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        fails(0);
        assertThat(first.get()).isInstanceOf(ExceptionInGroup.class);
    }

    @Test
    void whatComesLaterStaysWhenItIsSwitchedOff() {
        fails(0);

        PAGroup.setAutomaticPurge(results, false);
        fails(1);

        assertThat(PAGroup.size(results)).isEqualTo(3);
        assertThat(PAGroup.get(results, 0)).isInstanceOf(ExceptionInGroup.class);
    }

    @Test
    void theResultsOfTheCallsOfAGroupDoAsItDoes() {
        List<Worker> members = new ArrayList<>();
        for (int number = 0; number < 5; number++) {
            members.add(PAActiveObject.newActive(Worker.class, number));
        }
        Worker workers = PAGroup.of(Worker.class, members);
        PAGroup.setAutomaticPurge(workers, true);

        IntWrapper even = workers.failIfOdd();
        PAGroup.waitAll(even);

        assertThat(PAGroup.getGroup(even))
                .extracting(IntWrapper::getIntValue)
                .containsExactly(0, 2, 4);
    }
}
