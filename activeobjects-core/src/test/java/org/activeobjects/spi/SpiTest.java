package org.activeobjects.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.annotation.Borrowed;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** What groups build on, with members here and in another runtime. */
@Timeout(60)
class SpiTest {

    /** A member. */
    public static class Member {

        private final int number;
        private final List<Integer> got = new ArrayList<>();

        public Member(int number) {
            this.number = number;
            if (number < 0) {
                throw new IllegalArgumentException("negative member");
            }
        }

        public IntWrapper add(IntWrapper other) {
            return new IntWrapper(number + other.getIntValue());
        }

        public IntWrapper sum(@Borrowed double[] values) {
            double sum = number + values[0] + values[values.length - 1];
            Arrays.fill(values, -1); // nobody else has it
            return new IntWrapper((int) sum);
        }

        public void take(int value) {
            got.add(value);
        }

        public int count() {
            return got.size();
        }

        public IntWrapper refuse() {
            throw new Wilful();
        }

        public boolean onPlatformThread() {
            return !Thread.currentThread().isVirtual();
        }
    }

    /** Whoever asks what it is gets another one. */
    public static class Wilful extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private List<Node> nodes;

    @BeforeEach
    void useBoth() {
        here.makeDefault();
        nodes = List.of(here.node(), here.connect(there.card()));
    }

    @AfterEach
    void closeBoth() {
        here.close();
        there.close();
    }

    private List<Member> members(boolean platformThreads) {
        return Creation.createAll(
                Member.class, new Object[][] {{0}, {10}, {20}}, nodes, platformThreads);
    }

    private static StubMethod method(String name) {
        StubMethod[] found = new StubMethod[1];
        Member probe =
                Stubs.create(
                        Member.class,
                        (method, arguments) -> {
                            found[0] = method;
                            return method.returnType() == int.class ? 0 : null;
                        });
        switch (name) {
            case "add" -> assertThat(probe.add(null)).isNull();
            case "sum" -> assertThat(probe.sum(null)).isNull();
            case "take" -> probe.take(0);
            default -> assertThat(probe.count()).isZero();
        }
        return found[0];
    }

    @Test
    void callsAllMembersWithTheSameArguments() {
        Object[] results =
                GroupCalls.callAll(method("add"), new Object[] {new IntWrapper(5)}, members(false));

        assertThat(results)
                .extracting(result -> ((IntWrapper) result).getIntValue())
                .containsExactly(5, 15, 25);
    }

    @Test
    void sendsACallToWhomIsChosenLaterWithTheArgumentsOfItsTime() {
        List<Member> members = members(false);
        IntWrapper[] given = {new IntWrapper(1), new IntWrapper(2), new IntWrapper(3)};
        Object[][] arguments = {{given[0]}, {given[1]}, {given[2]}};
        GroupCalls.Deferred deferred = GroupCalls.defer(method("add"), arguments);
        Arrays.setAll(arguments, i -> new Object[] {new IntWrapper(99)});
        List<Boolean> gone = Collections.synchronizedList(new ArrayList<>());
        Object[] results = deferred.results();
        assertThat(results).allMatch(PAFuture::isAwaited);

        for (int i = 0; i < given.length; i++) {
            GroupCalls.Later call = deferred.calls().get(i);
            assertThat(call.member()).isNull();
            assertThat(call.send(members.get(2 - i), gone::add)).isTrue();
            assertThat(call.member()).isSameAs(members.get(2 - i));
        }

        assertThat(results)
                .extracting(result -> ((IntWrapper) result).getIntValue())
                .containsExactly(21, 12, 3);
        await().until(() -> gone.equals(List.of(false, false, false)));
    }

    @Test
    void aCallThatAMemberDoesNotTakeMayBeSentToAnother() {
        List<Member> members = members(false);
        PAActiveObject.terminateActiveObject(members.get(0), true);
        await().until(() -> !PAActiveObject.pingActiveObject(members.get(0)));
        GroupCalls.Deferred deferred =
                GroupCalls.defer(method("add"), new Object[][] {{new IntWrapper(1)}});
        GroupCalls.Later call = deferred.calls().getFirst();

        boolean isSent =
                call.send(members.get(0), gone -> Assertions.fail("answered by nobody: " + gone));

        assertThat(isSent).isFalse();
        assertThat(call.member()).isNull();
        assertThat(call.send(members.get(1), _ -> {})).isTrue();
        assertThat(((IntWrapper) deferred.results()[0]).getIntValue()).isEqualTo(11);
    }

    @Test
    void whatCannotBeCopiedFailsItsOwnCallOnly() {
        List<Member> members = members(false);
        IntWrapper odd =
                new IntWrapper(1) {
                    private static final long serialVersionUID = 1;
                    final Thread thread = Thread.currentThread();
                };
        GroupCalls.Deferred deferred =
                GroupCalls.defer(method("add"), new Object[][] {{odd}, {new IntWrapper(2)}});

        deferred.calls().forEach(call -> assertThat(call.send(members.get(0), _ -> {})).isTrue());

        assertThatThrownBy(() -> PAFuture.getFutureValue(deferred.results()[0]))
                .isInstanceOf(SerializationException.class);
        assertThat(((IntWrapper) deferred.results()[1]).getIntValue()).isEqualTo(2);
    }

    @Test
    void nobodyWouldBeToldWhenAOneWayCallIsOver() {
        assertThat(GroupCalls.defer(method("take"), new Object[][] {{1}})).isNull();
    }

    @Test
    void lendsEachMemberAnArrayOfItsOwn() {
        List<Member> members = members(false);
        double[] values = new double[5000];
        for (int i = 0; i < 5; i++) {
            Arrays.fill(values, i);

            assertThat(GroupCalls.callAll(method("sum"), new Object[] {values}, members))
                    .extracting(result -> ((IntWrapper) result).getIntValue())
                    .containsExactly(2 * i, 10 + 2 * i, 20 + 2 * i);
            assertThat(values).containsOnly(i);
        }
    }

    @Test
    void tellsAnExtensionOfARequestThatFailsAndItsCallerWhateverThatDoes() {
        EchoExtension.FAILURES.clear();
        Member member = members(false).getFirst();
        assertThat(Extensions.call(member, "echo", "listen").join()).isEqualTo("listens");

        assertThatThrownBy(() -> PAFuture.getFutureValue(member.refuse()))
                .isInstanceOf(Wilful.class);

        assertThat(EchoExtension.FAILURES)
                .singleElement()
                .asString()
                .contains("refuse")
                .contains("Wilful");
    }

    @Test
    void callsEachMemberWithArgumentsOfItsOwn() {
        Object[] results =
                GroupCalls.scatter(
                        method("add"),
                        new Object[][] {
                            {new IntWrapper(1)}, {new IntWrapper(2)}, {new IntWrapper(3)}
                        },
                        members(false));

        assertThat(results)
                .extracting(result -> ((IntWrapper) result).getIntValue())
                .containsExactly(1, 12, 23);
        assertThatThrownBy(() -> GroupCalls.scatter(method("add"), new Object[1][], members(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("arguments=1");
    }

    @Test
    void givesNothingForOneWayCallsAndFuturesForWhatCannotBeStoodInFor() throws Exception {
        List<Member> members = members(false);

        assertThat(GroupCalls.callAll(method("take"), new Object[] {1}, members))
                .containsOnlyNulls();
        for (Object count : GroupCalls.callAll(method("count"), new Object[0], members)) {
            assertThat(((CompletableFuture<?>) count).get()).isEqualTo(1);
        }
    }

    @Test
    void callsPassiveMembersDirectlyAndKeepsFailuresInTheirPlace() {
        Member passive = new Member(7);
        Member dead = members(false).getFirst();
        PAActiveObject.terminateActiveObject(dead, true);

        Object[] results =
                GroupCalls.callAll(
                        method("add"),
                        new Object[] {new IntWrapper(1)},
                        Arrays.asList(passive, dead));

        assertThat(((IntWrapper) results[0]).getIntValue()).isEqualTo(8);
        assertThatThrownBy(() -> ((IntWrapper) results[1]).getIntValue())
                .hasMessageContaining("terminated");
    }

    @Test
    void createsOnPlatformThreadsOnRequest() {
        assertThat(members(true)).allMatch(Member::onPlatformThread);
        assertThat(members(false)).noneMatch(Member::onPlatformThread);
    }

    @Test
    void reportsAMemberThatCouldNotBeCreated() {
        assertThatThrownBy(
                        () ->
                                Creation.createAll(
                                        Member.class, new Object[][] {{0}, {-1}}, nodes, false))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasRootCauseMessage("negative member")
                .satisfies(
                        failed ->
                                assertThat(failed.getStackTrace())
                                        .extracting(StackTraceElement::toString)
                                        .anyMatch(line -> line.contains("of 2 creations, index=1"))
                                        .anyMatch(line -> line.contains("SpiTest.reportsAMember")));
    }

    @Test
    void tellsOfTheFirstOfSeveralMembersThatCouldNotBeCreated() {
        assertThatThrownBy(
                        () ->
                                Creation.createAll(
                                        Member.class,
                                        new Object[][] {{0}, {"one"}, {"two", 2}},
                                        nodes,
                                        false))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("arguments=[java.lang.String] ");
    }

    @Test
    void callsExtensionsHereAndThere() throws Exception {
        for (Member member : members(false)) {
            assertThat(Extensions.call(member, "echo", "hello").get())
                    .asString()
                    .startsWith("echo hello of Member#");
            assertThat(Extensions.call(member, "echo", "state").get()).isEqualTo("null");
            assertThatThrownBy(() -> Extensions.call(member, "echo", "fail").get())
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseMessage("asked to fail");
            assertThatThrownBy(() -> Extensions.call(member, "missing", "x").get())
                    .hasCauseInstanceOf(ActiveObjectException.class)
                    .hasMessageContaining("missing");
        }
        assertThatThrownBy(() -> Extensions.call("no stub", "echo", "x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void answersAnExtensionCallThatEndsInAnError() {
        for (Member member : members(false)) {
            assertThatThrownBy(
                            () ->
                                    Extensions.call(member, "echo", "error")
                                            .get(20, TimeUnit.SECONDS))
                    .hasStackTraceContaining("asked for an error");
        }
    }

    @Test
    void answersAnExtensionCallWhenItsStageIsComplete() throws Exception {
        EchoExtension.LATER.clear();
        for (Member member : members(false)) {
            CompletableFuture<Object> answer = Extensions.call(member, "echo", "later");
            EchoExtension.LATER
                    .computeIfAbsent("later", key -> new CompletableFuture<>())
                    .complete("at last");
            assertThat(answer.get()).isEqualTo("at last");
        }
    }

    @Test
    void holdsBackWhatTheSenderSendsAfterwardsOnBothSides() throws Exception {
        List<Member> members = members(false);
        for (Member member : members.subList(0, 2)) {
            member.take(1);
            assertThat(Extensions.call(member, "echo", "hold").get()).isEqualTo("held");
            member.take(2);
            CompletableFuture<Object> behind = Extensions.call(member, "echo", "behind");
            CompletableFuture<Integer> count = PAFuture.async(member::count);

            assertThat(behind).isNotDone();
            assertThat(count).isNotDone();
            EchoExtension.releaseAll();
            assertThat(count.get()).isEqualTo(2);
            assertThat((String) behind.get()).startsWith("echo behind");
        }
    }

    @Test
    void handlesAnUrgentCallAheadOfWhatIsHeldBack() {
        List<Member> members = members(false);
        for (Member member : members.subList(0, 2)) {
            assertThat(Extensions.call(member, "echo", "urgent").join()).isEqualTo("in order");
            assertThat(Extensions.call(member, "echo", "hold").join()).isEqualTo("held");

            assertThat(Extensions.call(member, "echo", "urgent").join()).isEqualTo("ahead");
            EchoExtension.releaseAll();
        }
    }

    @Test
    void failsWhatIsHeldBackWhenTheMemberEnds() throws Exception {
        for (Member member : members(false).subList(0, 2)) {
            assertThat(Extensions.call(member, "echo", "hold").get()).isEqualTo("held");
            CompletableFuture<Integer> request = PAFuture.async(member::count);
            CompletableFuture<Object> call = Extensions.call(member, "echo", "behind");
            PAActiveObject.terminateActiveObject(member, true);

            assertThatThrownBy(request::get)
                    .hasCauseInstanceOf(BodyTerminatedException.class)
                    .hasMessageContaining("Member#");
            assertThatThrownBy(call::get).hasCauseInstanceOf(BodyTerminatedRequestException.class);
        }
    }

    @Test
    void knowsStubsFromOtherObjects() {
        Member active = members(false).getFirst();
        Member own = Stubs.create(Member.class, (method, arguments) -> null);

        assertThat(Stubs.isActive(active)).isTrue();
        assertThat(Stubs.isActive(own)).isFalse();
        assertThat(Stubs.handlerOf(own)).isNotNull();
        assertThat(Stubs.handlerOf("text")).isNull();
        assertThat(Stubs.canStandInFor(String.class)).isFalse();
        assertThat(Stubs.canStandInFor(Member.class)).isTrue();
        assertThat(BodyHandle.current()).isNull();
    }
}
