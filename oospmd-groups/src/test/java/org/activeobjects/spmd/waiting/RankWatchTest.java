package org.activeobjects.spmd.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.collective.Occupation;
import org.activeobjects.collective.OccupationTesting;
import org.activeobjects.diagnosis.DeadlockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Ranks that only say what they do; the watch of each looks when it is told to. */
@Timeout(60)
class RankWatchTest {

    private static final int LOOKS = 6;

    /** For those that do not look as often any more; more than half a minute of looks. */
    private static final int MANY_LOOKS = 81;

    private final Map<Integer, Occupation> occupations = new HashMap<>();
    private final List<String> reports = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> mismatches = new ArrayList<>();
    private final Set<Integer> ended = new HashSet<>();
    private final Map<Integer, String> failures = new HashMap<>();
    private int left;
    private int looks = LOOKS;
    private final Map<Integer, String> givenUp = new TreeMap<>();
    private boolean fails;
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void end() {
        end.countDown();
    }

    /** A rank whose thread has begun an exchange and does not come back. */
    private void exchanges(int rank, String tag, int peer) throws InterruptedException {
        begins(rank, occupation -> occupation.beginExchange(tag, peer));
    }

    private void begins(int rank, Consumer<Occupation> operation) throws InterruptedException {
        Occupation occupation = new Occupation();
        occupations.put(rank, occupation);
        CountDownLatch begun = new CountDownLatch(1);
        Thread.ofPlatform()
                .name("rank " + rank)
                .daemon()
                .start(
                        () -> {
                            operation.accept(occupation);
                            begun.countDown();
                            awaitEnd();
                        });
        begun.await();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAround() {
        Map<Integer, RankWatch> watches = new HashMap<>();
        occupations.forEach((rank, occupation) -> watches.put(rank, watchOf(rank, occupation)));
        for (int i = 0; i < (fails ? MANY_LOOKS : looks); i++) {
            watches.values().forEach(RankWatch::look);
        }
    }

    private RankWatch watchOf(int rank, Occupation occupation) {
        return new RankWatch(
                rank,
                occupation,
                this::answer,
                new Reaction(
                        reports::add,
                        notes::add,
                        fails ? text -> giveUp(rank, text) : null,
                        mismatches::add));
    }

    private void giveUp(int rank, String report) {
        assertThat(givenUp.put(rank, report)).isNull();
        OccupationTesting.fail(occupations.get(rank), () -> new DeadlockException(report));
    }

    /** As it comes over the wire. */
    private RankState answer(int rank) {
        RankState now = RankState.of(rank, occupations.get(rank));
        if (ended.contains(rank)) {
            now = now.afterEnd(left);
        }
        String failure = failures.get(rank);
        return RankState.decode((failure == null ? now : now.afterFailure(failure)).encode());
    }

    @Test
    void twoRanksInExchangesOfOtherTagsAreReportedOnce() throws Exception {
        exchanges(0, "left", 1);
        exchanges(1, "right", 0);

        lookAround();

        assertThat(reports).hasSize(1);
        assertThat(reports.getFirst())
                .startsWith("deadlock among ranks: rank 0 waits for rank 1 waits for rank 0\n")
                .contains("rank 0 waits for rank 1 in exchange tag=\"left\" with rank 1")
                .contains("rank 1 waits for rank 0 in exchange tag=\"right\" with rank 0")
                .contains("(thread 'rank 1')")
                .contains("They do not do the same: compare tags");
    }

    @Test
    void aCircleOfThreeIsReported() throws Exception {
        exchanges(0, "a", 1);
        exchanges(1, "a", 2);
        exchanges(2, "a", 0);

        lookAround();

        assertThat(reports)
                .singleElement()
                .asString()
                .contains("rank 0 waits for rank 1 waits for rank 2 waits for rank 0")
                .contains("let even ranks begin with one neighbour")
                .doesNotContain("They do not do the same");
    }

    @Test
    void whereDeadlocksFailAllWhoWaitForItGiveUpWithTheSameReport() throws Exception {
        fails = true;
        exchanges(0, "x", 1);
        exchanges(1, "left", 2);
        exchanges(2, "right", 3);
        exchanges(3, "up", 1);
        occupations.put(4, new Occupation());

        lookAround();

        assertThat(reports).hasSize(1);
        assertThat(givenUp.keySet()).containsExactly(0, 1, 2, 3);
        assertThat(givenUp.values()).containsOnly(reports.getFirst());
    }

    @ParameterizedTest(name = "where deadlocks fail: {0}")
    @ValueSource(booleans = {false, true})
    void whoFindsTheEndpointOfAnotherClosedAsksItWhy(boolean isFailing) throws Exception {
        fails = isFailing;
        exchanges(0, "x", 1);
        exchanges(1, "y", 0);
        RankWatch watch = watchOf(0, occupations.get(0));
        assertThat(watch.whyClosed(1)).isEmpty();
        assertThat(watch.whyClosed(2)).as("one that does not answer").isEmpty();
        assertThat(givenUp).isEmpty();

        OccupationTesting.fail(occupations.get(1), () -> new DeadlockException("a circle"));
        assertThat(watch.whyClosed(1)).isEqualTo("a circle");
        assertThat(givenUp).isEqualTo(isFailing ? Map.of(0, "a circle") : Map.of());
    }

    @Test
    void twoRanksInOneExchangeAreNot() throws Exception {
        exchanges(0, "both", 1);
        exchanges(1, "both", 0);

        lookAround();

        assertThat(reports).isEmpty();
    }

    @Test
    void aRankThatWaitsForOneThatComputesIsNot() throws Exception {
        exchanges(0, "a", 1);
        occupations.put(1, new Occupation());

        lookAround();

        assertThat(reports).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void oneThatComputesForLongIsNamedToWhoeverWaitsForItDirectly() throws Exception {
        looks = MANY_LOOKS;
        exchanges(0, "a", 1);
        exchanges(1, "b", 2);
        occupations.put(2, new Occupation());

        lookAround();

        assertThat(reports).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .matches("rank 1 has waited for \\d+ s in exchange tag=\"b\" with rank 2;.*")
                .endsWith("; rank 2 does not wait, and is in no code of the program");
    }

    @Test
    void aWaitIsToldOfWhenItHasLastedForHalfAMinute() throws Exception {
        looks = 1 + (int) (30_000 / Pace.PERIOD_MS); // the first one learns of the wait
        exchanges(0, "a", 1);
        occupations.put(1, new Occupation());

        lookAround();

        assertThat(notes).hasSize(1);
    }

    @Test
    void oneThatDoesNotAnswerForLongIsNamed() throws Exception {
        exchanges(0, "a", 1);
        RankWatch watch =
                new RankWatch(
                        0,
                        occupations.get(0),
                        rank -> {
                            throw new IllegalStateException("no answer from " + rank);
                        },
                        new Reaction(reports::add, notes::add, null, mismatches::add));

        for (int i = 0; i < MANY_LOOKS; i++) {
            try {
                watch.look();
            } catch (IllegalStateException e) {
                // As the thread that looks does: goes on.
            }
        }

        assertThat(notes)
                .singleElement()
                .asString()
                .endsWith("; rank 1 does not answer: no answer from 1");
    }

    @Test
    void whoWaitsForARankWhoseProgramHasEndedIsTold() throws Exception {
        exchanges(0, "a", 1);
        exchanges(2, "b", 0);
        occupations.put(1, new Occupation());
        ended.add(1);

        lookAround();

        assertThat(reports)
                .singleElement()
                .asString()
                .startsWith("rank 0 waits for ever: the program of rank 1 has ended, after 0")
                .contains("rank 0 waits for rank 1 in exchange tag=\"a\" with rank 1")
                .contains("-Dactiveobjects.deadlock=fail");
    }

    @Test
    void whereDeadlocksFailTheEndOfAProgramFailsAllWhoWaitForIt() throws Exception {
        fails = true;
        exchanges(0, "a", 1);
        exchanges(2, "b", 0);
        occupations.put(1, new Occupation());
        ended.add(1);

        lookAround();

        assertThat(givenUp.keySet()).containsExactly(0, 2);
        assertThat(givenUp.values()).containsOnly(reports.getFirst());
    }

    @ParameterizedTest
    @CsvSource({"1, 1 active object is", "2, 2 active objects are"})
    void activeObjectsThatAreLeftThereMayStillAct(int count, String objects) throws Exception {
        looks = MANY_LOOKS;
        exchanges(0, "a", 1);
        occupations.put(1, new Occupation());
        ended.add(1);
        left = count;

        lookAround();

        assertThat(reports).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .endsWith(
                        "; rank 1 does not wait: its program has ended, and "
                                + objects
                                + " left there that may still act");
    }

    @Test
    void whoWaitsForAMemberThatHasThrownIsToldWhatItThrew() throws Exception {
        exchanges(0, "a", 1);
        occupations.put(1, new Occupation());
        failures.put(1, "request step() threw java.io.IOException: no disk");

        lookAround();

        assertThat(reports)
                .singleElement()
                .asString()
                .startsWith(
                        "rank 0 waits for rank 1, which has thrown, and does nothing now: request"
                                + " step() threw java.io.IOException: no disk\n")
                .contains("somebody calls rank 1 again");
    }

    @Test
    void ranksThatWaitForEachOtherInDifferentOperationsOfAllFail() throws Exception {
        begins(0, occupation -> OccupationTesting.beginBroadcast(occupation, 5, 1, 1));
        begins(1, occupation -> OccupationTesting.beginBroadcast(occupation, 5, 0, 0));

        lookAround();

        assertThat(reports).isEmpty();
        assertThat(mismatches)
                .singleElement()
                .asString()
                .startsWith(
                        "the ranks call different operations: rank 0 called broadcast with root 1,"
                                + " the 5. operation of all ranks; rank 1 called broadcast with"
                                + " root 0, the 5. operation of all ranks\n");
    }

    @Test
    void ranksInOneOperationOfAllAreNoSuspects() throws Exception {
        begins(0, occupation -> OccupationTesting.beginBroadcast(occupation, 5, 1, 1));
        begins(1, occupation -> OccupationTesting.beginBroadcast(occupation, 5, 1, 0));

        lookAround();

        assertThat(reports).isEmpty();
        assertThat(mismatches).isEmpty();
    }

    @Test
    void aRankThatOnlyLeadsToACircleLeavesTheReportToIt() throws Exception {
        exchanges(0, "x", 1);
        exchanges(1, "left", 2);
        exchanges(2, "right", 1);

        lookAround();

        assertThat(reports)
                .singleElement()
                .asString()
                .startsWith("deadlock among ranks: rank 1 waits for rank 2 waits for rank 1\n");
    }

    @Test
    void aRankThatGoesOnIsNeverASuspect() throws Exception {
        exchanges(1, "right", 0);
        Occupation own = new Occupation();
        RankWatch watch =
                new RankWatch(
                        0,
                        own,
                        this::answer,
                        new Reaction(reports::add, notes::add, null, mismatches::add));

        for (int i = 0; i < LOOKS; i++) {
            own.beginExchange("left", 1);
            watch.look();
            own.end();
        }

        assertThat(reports).isEmpty();
    }

    @Test
    void whatIsNoStateIsRefused() {
        assertThatThrownBy(() -> RankState.decode(new Object[] {"x"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not the state of a rank");
    }
}
