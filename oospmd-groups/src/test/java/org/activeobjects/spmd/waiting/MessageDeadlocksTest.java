package org.activeobjects.spmd.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.collective.Communicator;
import org.activeobjects.collective.Occupation;
import org.activeobjects.collective.OccupationTesting;
import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Ranks that send and receive by their endpoints; the watch of each looks when it is told to. */
@Timeout(60)
class MessageDeadlocksTest {

    private static final int LOOKS = 6;

    /** More than half a minute of looks. */
    private static final int MANY_LOOKS = 81;

    private static final int CONTEXT = 2;
    private static final int LONG = 1_000_000;

    private final Transport transport =
            Transport.open(TransportConfig.defaults().withLinks("local"));
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<Communicator> ranks = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<String> reports = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<Integer> ended = new HashSet<>();
    private boolean isSizeKnown = true;
    private int looks = LOOKS;

    @AfterEach
    void close() throws InterruptedException {
        transport.close();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** What a rank does until its endpoint is closed. */
    private interface Program {
        void run(Communicator rank, Endpoint endpoint);
    }

    private void open(int size) {
        for (int rank = 0; rank < size; rank++) {
            endpoints.add(transport.openEndpoint());
        }
        List<EndpointAddress> members = endpoints.stream().map(Endpoint::address).toList();
        endpoints.forEach(endpoint -> ranks.add(new Communicator(endpoint, members, 0)));
    }

    /** The next rank runs this and, unless it ends before, comes to a wait. */
    private void runs(Program program) {
        Communicator rank = ranks.get(threads.size());
        Thread thread = starts(program);
        await().until(() -> rank.occupation().look().isBusy() || !thread.isAlive());
    }

    /** The next rank runs this, and perhaps comes to a wait that is not seen. */
    private Thread starts(Program program) {
        Communicator rank = ranks.get(threads.size());
        Thread thread =
                Thread.ofPlatform()
                        .name("rank " + rank.rank())
                        .daemon()
                        .start(() -> runUntilClosed(program, rank));
        threads.add(thread);
        return thread;
    }

    private static void runUntilClosed(Program program, Communicator rank) {
        try {
            program.run(rank, rank.endpoint());
        } catch (TransportClosedException end) {
            // the test is over
        }
    }

    private void lookAround() {
        Map<Integer, RankWatch> watches = new HashMap<>();
        for (Communicator rank : ranks) {
            Reaction reaction = new Reaction(reports::add, notes::add, null, reports::add);
            watches.put(
                    rank.rank(),
                    new RankWatch(rank.rank(), rank.occupation(), new Others(), reaction));
        }
        for (int i = 0; i < looks; i++) {
            watches.values().forEach(RankWatch::look);
        }
    }

    /** All look around; there is one report. */
    private AbstractStringAssert<?> assertThatTheReport() {
        lookAround();
        return assertThat(reports).singleElement().asString();
    }

    /** As they would answer over the wire. */
    private final class Others implements Ranks {

        @Override
        public RankState ask(int rank) {
            RankState now = RankState.of(rank, ranks.get(rank).occupation());
            return RankState.decode((ended.contains(rank) ? now.afterEnd(0) : now).encode());
        }

        @Override
        public boolean leavesMessage(int rank, RankState sending) {
            int tag = Integer.parseInt(sending.tag());
            return ranks.get(rank)
                    .occupation()
                    .holdsMessage(sending.rank(), tag, sending.context());
        }

        @Override
        public int size() {
            return isSizeKnown ? ranks.size() : 0;
        }
    }

    private static Slice room(int length) {
        return Slice.of(new byte[length]);
    }

    private static Program receivesFrom(int other, int tag) {
        return (rank, endpoint) -> endpoint.recv(rank.member(other), tag, CONTEXT, room(1));
    }

    private static Program receivesFromAny() {
        return (_, endpoint) ->
                endpoint.recv(EndpointAddress.ANY_SOURCE, Endpoint.ANY_TAG, CONTEXT, room(1));
    }

    private static Program sendsTo(int other, int tag) {
        return (rank, endpoint) -> endpoint.send(rank.member(other), tag, CONTEXT, room(LONG));
    }

    @Test
    void twoThatReceiveFirstAreReportedOnce() {
        open(2);
        runs(receivesFrom(1, 7));
        runs(receivesFrom(0, 8));

        assertThatTheReport()
                .startsWith("deadlock among ranks: rank 0 waits for rank 1 waits for rank 0\n")
                .contains("rank 0 waits for rank 1 in receive from rank 1 tag=7 context=2")
                .contains("rank 1 waits for rank 0 in receive from rank 0 tag=8 context=2")
                .contains("(thread 'rank 1')")
                .contains("wait for a message that none has sent")
                .contains("-Dactiveobjects.deadlock=fail");
    }

    @Test
    void twoThatSendFirstAreReported() {
        open(2);
        runs(sendsTo(1, 7));
        runs(sendsTo(0, 7));

        assertThatTheReport()
                .contains("rank 0 waits for rank 1 in send to rank 1 tag=7 context=2")
                .contains("All of them send first");
    }

    @Test
    void whatIsHereInPlaceOfTheAwaitedMessageIsNamed() {
        open(2);
        runs(
                (rank, endpoint) -> {
                    for (int tag = 1; tag < 6; tag++) {
                        endpoint.send(rank.member(1), tag, CONTEXT, Slice.of(new int[tag]));
                    }
                    endpoint.send(rank.member(1), 9, CONTEXT + 1, room(1));
                    endpoint.recv(rank.member(1), 7, CONTEXT, room(1));
                });
        runs(receivesFrom(0, 7));

        assertThatTheReport()
                .contains(
                        "here and not received: tag=1 INT[1] from rank 0, tag=2 INT[2] from rank 0,"
                                + " tag=3 INT[3] from rank 0, tag=4 INT[4] from rank 0\n")
                .containsOnlyOnce("here and not received");
    }

    @Test
    void itIsNamedAlsoWhileTheOtherComputes() {
        looks = MANY_LOOKS;
        open(2);
        runs(receivesFrom(1, 7));
        starts((rank, endpoint) -> endpoint.send(rank.member(0), 8, CONTEXT, room(1)));
        await().until(() -> !threads.getLast().isAlive());

        lookAround();

        assertThat(notes)
                .singleElement()
                .asString()
                .contains("tag=7 context=2 (here and not received: tag=8 BYTE[1] from rank 1);");
    }

    @Test
    void aSendAndAReceiveOfAnotherTagAreReported() {
        open(2);
        runs(sendsTo(1, 7));
        runs(receivesFrom(0, 8));

        assertThatTheReport().contains("They do not do the same: compare tags");
    }

    @ParameterizedTest(name = "found by another thread: {0}")
    @ValueSource(booleans = {true, false})
    void whoSendsForEverIsSoOnlyIfTheMessageIsLeft(boolean isThere) {
        open(2);
        runs(sendsTo(1, 7));
        Endpoint.Message kept =
                isThere
                        ? endpoints
                                .get(1)
                                .mprobe(ranks.get(1).member(0), 7, CONTEXT, Duration.ofSeconds(30))
                        : null;
        runs(receivesFrom(0, 8));

        lookAround();

        assertThat(kept == null ? "left" : kept.status().tag()).isEqualTo(isThere ? 7 : "left");
        assertThat(reports).hasSize(isThere ? 0 : 1);
    }

    @Test
    void whoLooksTakesNothingThatTheProgramIsToBeTold() {
        open(2);
        Endpoint sender = endpoints.get(1);
        EndpointAddress receiver = endpoints.getFirst().address();
        sender.send(receiver, 7, CONTEXT, Slice.of(new int[1]));
        assertThatThrownBy(
                        () ->
                                endpoints
                                        .getFirst()
                                        .recv(sender.address(), 7, CONTEXT, Slice.of(new byte[4])))
                .isInstanceOf(MessageMismatchException.class);

        assertThat(ranks.get(1).occupation().holdsMessage(0, 7, CONTEXT)).isFalse();
        assertThat(ranks.get(1).occupation().unreceived(Occupation.ANY_RANK, CONTEXT)).isEmpty();

        assertThatThrownBy(() -> sender.iprobe(receiver, 7, CONTEXT))
                .isInstanceOf(MessageMismatchException.class);
    }

    @Test
    void oneThatMeetsAndOneThatReceivesAreReported() {
        open(2);
        runs((rank, _) -> rank.barrier());
        runs(receivesFrom(0, 8));

        assertThatTheReport()
                .contains("rank 0 waits for rank 1 in barrier")
                .contains("rank 1 waits for rank 0 in receive from rank 0 tag=8");
    }

    @Test
    void aCircleOfProbesAndRequestsIsReported() {
        open(3);
        runs((rank, endpoint) -> endpoint.probe(rank.member(1), 1, CONTEXT));
        runs(
                (rank, endpoint) -> {
                    Request never = endpoint.irecv(rank.member(2), 2, CONTEXT, room(1));
                    Request.awaitAll(never, null);
                });
        runs(
                (rank, endpoint) -> {
                    var receive = endpoint.recvInit(rank.member(0), 3, CONTEXT, room(1));
                    receive.start();
                    receive.await();
                });

        assertThatTheReport()
                .contains("rank 0 waits for rank 1 in probe from rank 1 tag=1")
                .contains("rank 1 waits for rank 2 in receive from rank 2 tag=2")
                .contains("rank 2 waits for rank 0 in receive from rank 0 tag=3");
    }

    @Test
    void whoWaitsForItselfIsReported() {
        open(1);
        runs(receivesFrom(0, 7));

        assertThatTheReport().startsWith("deadlock among ranks: rank 0 waits for rank 0\n");
    }

    @Test
    void whoWaitsForAnyAndIsWaitedForByAllIsReported() {
        open(3);
        runs(receivesFromAny());
        runs(receivesFrom(0, 7));
        runs(receivesFrom(1, 7));

        assertThatTheReport()
                .startsWith("deadlock among ranks: rank 0 waits for a message of any rank, and no")
                .contains("rank 0 waits for any rank in receive from any rank tag=any context=2")
                .contains("rank 1 waits for rank 0 in receive from rank 0 tag=7")
                .contains("rank 2 waits for rank 1 in receive from rank 1 tag=7");
    }

    @Test
    void whoWaitsForTheFirstOfSeveralReceivesIsReported() {
        open(3);
        runs(
                (rank, endpoint) ->
                        endpoint.awaitAny(
                                endpoint.irecv(rank.member(1), 7, CONTEXT, room(1)),
                                endpoint.irecv(rank.member(2), 7, CONTEXT, room(1))));
        runs(receivesFrom(0, 7));
        runs(receivesFrom(0, 7));

        assertThatTheReport()
                .startsWith("deadlock among ranks: rank 0 waits for a message of any rank, and no")
                .contains("rank 0 waits for any rank in receive from any rank tag=7 context=2");
    }

    @Test
    void whoWaitsForTheFirstOfSeveralReceivesGoesOnWhenOneIsSentTo() {
        open(3);
        runs(
                (rank, endpoint) -> {
                    Request first = endpoint.irecv(rank.member(1), 7, CONTEXT, room(1));
                    Request second = endpoint.irecv(rank.member(2), 8, CONTEXT, room(1));
                    endpoint.awaitAny(first, second);
                    endpoint.send(rank.member(1), 7, CONTEXT, room(1));
                    first.await();
                });
        runs(receivesFrom(0, 7));
        starts((_, _) -> {});

        lookAround();

        assertThat(reports).isEmpty();
    }

    @Test
    void whereNobodyKnowsHowManyThereAreNothingIsSaid() {
        isSizeKnown = false;
        open(2);
        runs(receivesFromAny());
        runs(receivesFrom(0, 7));

        lookAround();

        assertThat(reports).isEmpty();
    }

    @Test
    void ofSeveralThatWaitForAnyTheLeastSpeaks() {
        open(3);
        runs(receivesFrom(1, 7));
        runs(receivesFromAny());
        runs(receivesFromAny());

        assertThatTheReport().contains("rank 1 waits for a message of any");
    }

    @Test
    void whoWaitsForAnyMayGoOnWhileOneComputes() {
        looks = MANY_LOOKS;
        open(3);
        runs(receivesFromAny());
        runs(receivesFrom(0, 7));
        starts((_, _) -> {});

        lookAround();

        assertThat(reports).isEmpty();
        assertThat(notes)
                .filteredOn(note -> note.startsWith("rank 0 has waited"))
                .singleElement()
                .asString()
                .contains(
                        " s in receive from any rank tag=any context=2; rank 2 does not wait, and");
    }

    @Test
    void whoWaitsForAnyAfterTheEndOfAllIsReported() {
        open(2);
        runs(receivesFromAny());
        runs((_, _) -> {});
        ended.add(1);

        assertThatTheReport()
                .contains("rank 0 waits for a message of any rank")
                .contains("rank 1: its program has ended");
    }

    @Test
    void whoWaitsForAnyWhileItsOtherThreadsMaySendIsToldOfTheOneThatComputes() {
        looks = MANY_LOOKS;
        open(3);
        runs(receivesFromAny());
        starts((_, _) -> {});
        starts((_, _) -> {});
        ended.add(1);
        assertThat(ranks.getFirst().endpoint()).isSameAs(endpoints.getFirst());

        lookAround();
        ended.add(2);
        lookAround();

        assertThat(reports).isEmpty();
        assertThat(notes).hasSize(2);
        assertThat(notes.getFirst()).contains("; rank 2 does not wait, and is in no code of");
        assertThat(notes.getLast()).endsWith("; rank 1 does not wait: its program has ended");
    }

    @Test
    void whoWaitsForAnyAfterAllHaveGivenUpIsReported() {
        open(2);
        runs(receivesFromAny());
        OccupationTesting.fail(ranks.get(1).occupation(), () -> new DeadlockException("x"));

        assertThatTheReport().contains("rank 1: it has given up");
    }

    @Test
    void whoWaitsForARankThatHasEndedIsReported() {
        open(2);
        runs(receivesFrom(1, 7));
        runs((_, _) -> {});
        ended.add(1);

        assertThatTheReport()
                .startsWith("rank 0 waits for ever: the program of rank 1 has ended")
                .contains("in receive from rank 1 tag=7 context=2");
    }

    @Test
    void aWaitWithALimitAndOneForAnyOfSeveralKindsAreNoPartOfACircle() {
        Duration anHour = Duration.ofHours(1);
        open(3);
        runs(receivesFrom(1, 7));
        starts((rank, endpoint) -> endpoint.probe(rank.member(2), 1, CONTEXT, anHour));
        starts(
                (rank, endpoint) -> {
                    Request never = endpoint.irecv(rank.member(0), 1, CONTEXT, room(1));
                    endpoint.awaitAny(never, endpoint.issend(rank.member(0), 2, CONTEXT, room(1)));
                });
        threads.forEach(thread -> await().until(() -> LockSupport.getBlocker(thread) != null));

        lookAround();

        assertThat(reports).isEmpty();
    }

    @Test
    void whereTwoThreadsHaveTheEndpointACircleIsToldAsALongWait() {
        looks = MANY_LOOKS;
        open(2);
        runs(receivesFrom(1, 7));
        runs(receivesFrom(0, 8));
        assertThat(ranks.get(1).endpoint()).isSameAs(endpoints.get(1));

        lookAround();

        assertThat(reports).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("rank 1 waits in receive from rank 0 tag=8 context=2")
                .endsWith("unless other threads of these ranks do what is waited for");
    }

    @Test
    void whoIsNotARankIsNotFollowed() {
        open(2);
        EndpointAddress stranger = transport.openEndpoint().address();
        Thread first = starts((_, endpoint) -> endpoint.recv(stranger, 7, CONTEXT, room(1)));
        await().until(() -> LockSupport.getBlocker(first) != null);
        runs(receivesFrom(0, 8));

        lookAround();

        assertThat(reports).isEmpty();
    }
}
