package org.activeobjects.group.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIterable;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.annotation.BoundedQueue;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.group.Dispatch;
import org.activeobjects.group.DispatchMode;
import org.activeobjects.group.PAGroup;
import org.activeobjects.group.dispatch.Crew.Done;
import org.activeobjects.group.dispatch.Crew.Task;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Who says how calls are dealt out, and to which groups that applies. */
@Timeout(60)
class DispatchModeTest {

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("modes", TransportConfig.newSecret()));
    private final List<Crew> members = new ArrayList<>();
    private Crew crew;

    @BeforeEach
    void open() {
        Site.reset();
        here.makeDefault();
        for (int number = 0; number < 2; number++) {
            members.add(PAActiveObject.newActive(Crew.class, new Object[] {number}));
        }
        crew = PAGroup.of(Crew.class, members);
    }

    @AfterEach
    void close() {
        Site.reset();
        here.close();
    }

    private static Task tasks(int count) {
        List<Task> tasks = IntStream.range(0, count).mapToObj(Task::new).toList();
        Task group = PAGroup.of(Task.class, tasks);
        PAGroup.setScatterGroup(group);
        return group;
    }

    private static List<Integer> membersOf(Done results) {
        return PAGroup.getGroup(results).stream().map(Done::member).toList();
    }

    /** All but the first task go to member 1 while that is held up, if they go to who is free. */
    private void assertGoesToWhoIsFree(Done results) {
        PAGroup.waitN(results, 3);
        Site.letGo(0);
        assertThat(membersOf(results)).containsExactly(0, 1, 1, 1);
    }

    private void assertGoesInTurn(Done results) {
        Site.letGo(0);
        assertThat(membersOf(results)).containsExactly(0, 1, 0, 1);
    }

    @Test
    void withoutAWordCallsGoInTurn() {
        Site.hold(0);
        assertGoesInTurn(crew.work(tasks(4)));
    }

    @Test
    void theMethodSaysSo() {
        Site.hold(0);
        assertGoesToWhoIsFree(crew.workIfFree(tasks(4)));
    }

    @Test
    void theGroupIsAskedBeforeTheMethodUntilItSaysNothing() {
        PAGroup.setDispatchMode(crew, DispatchMode.STATIC_ROUND_ROBIN, 1);
        Site.hold(0);
        assertGoesInTurn(crew.workIfFree(tasks(4)));

        PAGroup.setDispatchMode(crew, DispatchMode.UNSPECIFIED, 1);
        Site.hold(0);
        assertGoesToWhoIsFree(crew.workIfFree(tasks(4)));
    }

    @Test
    void aCallWithALargerBufferDoesNotOvertakeOneThatWaits() {
        Crew one = PAGroup.of(Crew.class, List.of(members.get(0)));
        PAGroup.setDispatchMode(one, DispatchMode.DYNAMIC, 1);
        Site.hold(0);
        Done first = one.work(tasks(3));
        PAGroup.setDispatchMode(one, DispatchMode.DYNAMIC, 3);
        Task more = PAGroup.of(Task.class, List.of(new Task(10), new Task(11)));
        PAGroup.setScatterGroup(more);

        Done second = one.work(more);
        Site.letGo(0);

        PAGroup.waitAll(first);
        PAGroup.waitAll(second);
        assertThat(Site.begunBy(0)).containsExactly(0, 1, 2, 10, 11);
    }

    /** Says it for all of its methods but one. */
    @Dispatch(mode = DispatchMode.DYNAMIC)
    public static class Eager extends Crew {

        public Eager(Integer number) {
            super(number);
        }

        @Dispatch(mode = DispatchMode.STATIC_ROUND_ROBIN)
        @Override
        public Done workIfFree(Task task) {
            return work(task);
        }
    }

    /** Has what its superclass says. */
    public static class Heir extends Eager {

        public Heir(Integer number) {
            super(number);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Eager.class, Heir.class})
    void theTypeSaysSoForMethodsThatSayNothing(Class<? extends Crew> type) {
        Crew eager = PAGroup.newGroup(type, new Object[][] {{0}, {1}});
        Site.hold(0);
        assertGoesToWhoIsFree(eager.work(tasks(4)));

        Site.hold(0);
        assertGoesInTurn(eager.workIfFree(tasks(4)));
    }

    @Test
    void withoutAScatteredArgumentEveryMemberIsCalledOnce() {
        PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 1);

        assertThat(membersOf(crew.work(new Task(3)))).containsExactly(0, 1);
    }

    @Test
    void atRandomEveryCallGoesToSomeMemberThatLives() {
        PAGroup.setDispatchMode(crew, DispatchMode.STATIC_RANDOM, 1);
        PAGroup.getGroup(crew).add(null);

        Done results = crew.work(tasks(200));

        assertThat(PAGroup.getGroup(results))
                .extracting(Done::task)
                .containsExactlyElementsOf(IntStream.range(0, 200).boxed().toList());
        // Both: one member alone happens in one of 2^199 runs.
        assertThat(membersOf(results)).contains(0, 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = DispatchMode.class,
            names = {"DYNAMIC", "STATIC_RANDOM"})
    void noTaskIsDoneTwiceWhereThereAreFewerThanMembers(DispatchMode mode) {
        PAGroup.setDispatchMode(crew, mode, 1);

        Done results = crew.work(tasks(1));
        PAGroup.waitAll(results);

        assertThat(PAGroup.getGroup(results)).extracting(Done::task).containsExactly(0);
        assertThat(Site.begun()).isEqualTo(1);
    }

    @Test
    void noTaskIsStartedTwiceWhereCallsGoInTurnSinceNobodyAnswers() {
        PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 1);

        crew.start(tasks(1));
        PAGroup.waitAll(crew.work(new Task(9)));

        assertThat(Site.begun()).isEqualTo(3);
    }

    @Test
    void inTurnEveryMemberIsCalledAlsoWhereThereAreFewerTasks() {
        Done results = crew.work(tasks(1));

        assertThat(PAGroup.getGroup(results)).extracting(Done::task).containsExactly(0, 0);
        assertThat(membersOf(results)).containsExactly(0, 1);
    }

    @Test
    void membersThatAreCalledDirectlyHaveTheirCallsInTurn() {
        Crew mixed = PAGroup.of(Crew.class, List.of(new Crew(7), members.get(1)));
        PAGroup.setDispatchMode(mixed, DispatchMode.DYNAMIC, 1);

        assertThat(membersOf(mixed.work(tasks(4)))).containsExactly(7, 1, 7, 1);
    }

    @Test
    void aMemberThatIsStillToComeGetsItsCallsWhenItHas() {
        CompletableFuture<Crew> coming = new CompletableFuture<>();
        Crew future = PAFuture.fromCompletable(coming, Crew.class);
        Crew group = PAGroup.of(Crew.class, List.of(future, members.get(1)));
        PAGroup.setDispatchMode(group, DispatchMode.DYNAMIC, 1);

        Done results = group.work(tasks(4));

        PAGroup.waitN(results, 3);
        coming.complete(members.get(0));
        assertThat(membersOf(results)).containsExactly(0, 1, 1, 1);
    }

    @Test
    void aMemberThatDoesNotComeLeavesItsCallsToTheOthers() {
        CompletableFuture<Crew> coming = new CompletableFuture<>();
        Crew future = PAFuture.fromCompletable(coming, Crew.class);
        Crew group = PAGroup.of(Crew.class, List.of(future, members.get(1)));
        PAGroup.setDispatchMode(group, DispatchMode.DYNAMIC, 2);

        Done results = group.work(tasks(6));
        coming.completeExceptionally(new IllegalStateException("no such member"));

        assertThat(membersOf(results)).containsOnly(1).hasSize(6);
    }

    /** Takes one request besides the one that it serves. */
    @BoundedQueue(1)
    public static class Narrow extends Crew {

        public Narrow(Integer number) {
            super(number);
        }
    }

    @Test
    void theCallerDoesNotWaitForRoomInTheQueuesOfMembers() {
        Crew narrow = PAGroup.newGroup(Narrow.class, new Object[][] {{0}, {1}});
        PAGroup.setDispatchMode(narrow, DispatchMode.DYNAMIC, 8);
        Site.hold(0, 1);

        Done results = narrow.work(tasks(16));

        await().until(() -> Site.begun() == 2);
        assertThat(PAGroup.allAwaited(results)).isTrue();
        Site.letGo(0, 1);
        assertThat(PAGroup.getGroup(results))
                .extracting(Done::task)
                .containsExactlyElementsOf(IntStream.range(0, 16).boxed().toList());
        assertThat(Site.begunBy(0)).containsExactly(0, 2, 4, 6, 8, 10, 12, 14);
    }

    @Test
    void aGroupWithoutMembersHasNoCallsAndOneWithoutAnyThatLivesSaysSo() {
        Crew empty = PAGroup.newGroup(Crew.class);
        PAGroup.setDispatchMode(empty, DispatchMode.DYNAMIC, 1);
        assertThat(PAGroup.size(empty.work(tasks(3)))).isZero();

        PAGroup.getGroup(empty).add(null);
        Done results = empty.work(tasks(3));
        assertThatIterable(PAGroup.getGroup(results).getExceptionList())
                .hasSize(3)
                .allSatisfy(
                        one ->
                                assertThat(one)
                                        .hasMessageContaining("no member of the group is left"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void aBufferHasRoomForOneCallAtLeast(int size) {
        assertThatThrownBy(() -> PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bufferSize=" + size);
    }

    @Test
    void manyCallsGoThroughAFewMembers() {
        PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 3);

        Done results = crew.work(tasks(20_000));

        PAGroup.waitAll(results);
        assertThat((Object) PAGroup.getGroup(results).getExceptionList()).isNull();
        assertThat(Site.begun()).isEqualTo(20_000);
    }
}
