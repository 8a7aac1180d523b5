package org.activeobjects.group.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAException;
import org.activeobjects.api.PAFuture;
import org.activeobjects.group.DispatchMode;
import org.activeobjects.group.ExceptionInGroup;
import org.activeobjects.group.ExceptionListException;
import org.activeobjects.group.PAGroup;
import org.activeobjects.group.dispatch.Crew.Done;
import org.activeobjects.group.dispatch.Crew.Task;
import org.activeobjects.wrapper.DoubleWrapper;
import org.apache.logging.log4j.ThreadContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Work that goes to whoever is free; members in the runtime of the caller, and in another one. */
@Timeout(60)
class DynamicDispatchTest extends CrewTests {

    @ParameterizedTest
    @EnumSource(Setting.class)
    void whoHasAnsweredGetsTheNextCallAndResultsAreInTheOrderOfTheCalls(Setting setting) {
        open(setting, 2, 1);
        Site.hold(0);

        Done results = crew.work(tasks(7));

        PAGroup.waitN(results, 6);
        assertThat(Site.begunBy(0)).containsExactly(0);
        assertThat(Site.begunBy(1)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(PAFuture.isAwaited(PAGroup.get(results, 0))).isTrue();
        Site.letGo(0);
        assertThat(tasksOf(results)).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aMemberHasAsManyCallsAsTheBufferSaysAtATimeAlsoOfSeveralCallsOfTheGroup(Setting setting) {
        open(setting, 2, 2);
        Site.hold(0, 1, 2);

        Done first = crew.work(tasks(6));
        Done second = crew.work(scattered(List.of(new Task(10), new Task(11))));

        awaitQueued(0, 1, 1);
        awaitQueued(1, 1, 1);
        assertThat(PAGroup.allAwaited(first)).isTrue();
        Site.letGo(1);
        PAGroup.waitAll(second);
        assertThat(Site.begunBy(1)).containsExactly(1, 3, 4, 5, 10, 11);
        awaitQueued(0, 1, 1);
        Site.letGo(0, 2);
        assertThat(tasksOf(first)).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(tasksOf(second)).containsExactly(10, 11);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void resultsOfCallsThatWaitAreUsableAtOnce(Setting setting) {
        open(setting, 2, 1);
        Site.hold(0, 1);
        Task given = tasks(5);
        Done results = crew.work(given);
        // A result that nobody works at yet travels as a future.
        PAGroup.getGroup(given).set(4, new Task(99));

        Done late = (Done) PAGroup.get(results, 4);
        Done passedOn = PAActiveObject.newActive(Reader.class).numbered(late);

        assertThat(PAFuture.isAwaited(late)).isTrue();
        assertThat(late)
                .hasToString(
                        "awaited result of a member, still to be chosen, of a group of Crew.work");
        Site.letGo(0, 1);
        assertThat(passedOn.task()).isEqualTo(104);
    }

    /** Uses a result that it is given. */
    public static class Reader {

        public Done numbered(Done done) {
            return new Done(100 + done.task(), done.member(), "read");
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void argumentsAndContextAreThoseOfTheTimeOfTheCall(Setting setting) {
        open(setting, 1, 1);
        Site.hold(0);
        List<Task> tasks = listOf(4);
        ThreadContext.put("who", "caller");
        Done results = crew.work(scattered(tasks));
        ThreadContext.put("who", "somebody else");
        tasks.forEach(task -> task.number(77));

        Site.letGo(0);

        assertThat(tasksOf(results)).containsExactly(0, 1, 2, 3);
        assertThat(PAGroup.getGroup(results)).extracting(Done::note).containsOnly("caller");
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aFailedCallStandsAtItsRankAndTheOthersGoOn(Setting setting) {
        open(setting, 2, 1);
        Site.hold(0);

        Done results = crew.failIfOdd(tasks(6));

        PAGroup.waitN(results, 5);
        Site.letGo(0);
        PAGroup.waitAll(results);
        ExceptionListException failed = PAGroup.getGroup(results).getExceptionList();
        assertThat((Iterable<ExceptionInGroup>) failed)
                .extracting(ExceptionInGroup::getIndex)
                .containsExactly(1, 3, 5);
        assertThat((Iterable<ExceptionInGroup>) failed)
                .allSatisfy(one -> assertThat(one.getObject()).isSameAs(members.get(1)))
                .extracting(one -> one.getThrowable().getMessage())
                .containsExactly("spoilt 1", "spoilt 3", "spoilt 5");
        assertThat(((Done) PAGroup.get(results, 4)).task()).isEqualTo(4);
        assertThat(Site.begun()).isEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aMethodWithDeclaredExceptionsIsWaitedForAndTellsWhoHasFailed(Setting setting)
            throws IOException {
        open(setting, 2, 1);

        assertThatThrownBy(() -> crew.check(tasks(5)))
                .isInstanceOfSatisfying(
                        ExceptionListException.class,
                        failed ->
                                assertThat((Iterable<ExceptionInGroup>) failed)
                                        .extracting(ExceptionInGroup::getIndex)
                                        .containsExactly(1, 3));
        Done results = crew.checked(tasks(5));
        assertThat(PAGroup.allArrived(results)).isTrue();
        assertThat((Iterable<ExceptionInGroup>) PAGroup.getGroup(results).getExceptionList())
                .extracting(ExceptionInGroup::getIndex)
                .containsExactly(1, 3);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void inABlockNothingIsWaitedForBeforeItsEnd(Setting setting) throws IOException {
        open(setting, 2, 1);
        Site.hold(0);
        PAException.tryWithCatch(IOException.class);
        try {
            crew.check(tasks(6));
            await().until(() -> Site.begunBy(1).size() == 5);
            Site.letGo(0);
            assertThatThrownBy(PAException::endTryWithCatch)
                    .isInstanceOf(IOException.class)
                    .hasMessage("odd 1")
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(2));
        } finally {
            PAException.removeTryWithCatch();
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aOneWayCallIsDealtOutAtOnceInTurn(Setting setting) {
        open(setting, 2, 1);
        Site.hold(0);

        crew.start(tasks(6));

        await().until(() -> Site.begunBy(1).equals(List.of(1, 3, 5)));
        awaitQueued(0, 1, 2);
        Site.letGo(0);
        await().until(() -> Site.begunBy(0).equals(List.of(0, 2, 4)));
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void arraysMayBeBorrowed(Setting setting) {
        open(setting, 2, 1);
        double[] values = new double[1000];
        values[999] = 3;

        DoubleWrapper results = crew.sum(tasks(20), values);
        values[0] = 5;

        assertThat(PAGroup.getGroup(results))
                .extracting(DoubleWrapper::getDoubleValue)
                .containsExactlyElementsOf(
                        IntStream.range(3, 23).mapToObj(i -> (double) i).toList());
    }

    /** A caller that is an active object itself. */
    public static class Master {

        public Done sumUp(Crew crew) {
            PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 1);
            int sum = 0;
            for (Done done : PAGroup.getGroup(crew.work(tasks(10)))) {
                sum += done.task();
            }
            return new Done(sum, 0, "sum");
        }

        public Done callersOf(Crew crew) {
            PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 1);
            return crew.caller(tasks(10));
        }

        public Done self() {
            return new Done(0, 0, PAActiveObject.getBodyOnThis().getID().toString());
        }

        public Done forward(Crew crew) {
            PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 1);
            return crew.work(tasks(4));
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void anActiveObjectDealsWorkOutAndReturnsResultsThatAreNotThere(Setting setting) {
        open(setting, 3, 1);
        Master master = PAActiveObject.newActive(Master.class);

        assertThat(master.sumUp(crew).task()).isEqualTo(45);
        assertThat(PAGroup.getGroup(PAFuture.getFutureValue(master.callersOf(crew))))
                .extracting(Done::note)
                .containsOnly(master.self().note());
        Site.hold(0, 1, 2);
        Done forwarded = PAFuture.getFutureValue(master.forward(crew));
        PAActiveObject.terminateActiveObject(master, false);
        Site.letGo(0, 1, 2);
        assertThat(tasksOf(forwarded)).containsExactly(0, 1, 2, 3);
    }
}
