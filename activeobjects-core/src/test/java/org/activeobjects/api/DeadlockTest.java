package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** Active objects that wait for each other are told so, and no others. */
@Timeout(120)
class DeadlockTest {

    /** How many seconds the pipeline is busy. */
    private static final String PIPELINE = "activeobjects.test.pipelineSeconds";

    /** Each runtime counts its objects for itself: where names are the same, it is said which. */
    private static final String MEMBER = "Neighbour#\\d+\\.ask( \\(runtime [0-9a-f]{32}\\))?";

    /** Of each member: what it waits for, where, on which thread, and the stack of that. */
    private static final String DETAILS =
            "(?s)Neighbour#\\d+\\.ask waits for the awaited result of"
                    + " Neighbour#\\d+\\.ask( of ao://\\S+ \\(pid \\d+ on \\S+\\))?"
                    + " at \\S*Neighbour\\.ask\\(Neighbour\\.java:\\d+\\)"
                    + " \\(id [^)]*, thread 'Neighbour#\\d+ ask'\\)"
                    + "(\n +at \\S+)*"
                    + "\n +at \\S*Neighbour\\.ask\\(Neighbour\\.java:.*";

    private NodeRuntime here;
    private NodeRuntime there;
    private Node[] nodes;

    @BeforeEach
    void openBothWithFailures() {
        here = FailingRuntimes.open();
        there = FailingRuntimes.open();
        here.makeDefault();
        nodes = new Node[] {here.node(), here.connect(there.card())};
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    /** A circle; the digits say on which runtime each member lives. */
    private List<Neighbour> circle(String places) {
        List<Neighbour> members = new ArrayList<>();
        for (char place : places.toCharArray()) {
            members.add(
                    PAActiveObject.newActive(Neighbour.class, new Object[0], nodes[place - '0']));
        }
        for (int i = 0; i < members.size(); i++) {
            members.get(i).knows(members.get((i + 1) % members.size()));
        }
        return members;
    }

    @Test
    void waitingForOneselfIsToldAtOnce() {
        Neighbour alone = PAActiveObject.newActive(Neighbour.class);

        assertThatThrownBy(() -> alone.askMyself().getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageMatching(
                        "(?s)deadlock: Neighbour#(\\d+)\\.askMyself waits for"
                                + " Neighbour#\\1\\.askMyself.*"
                                + "waits for the awaited result of Neighbour#\\1\\.ask at"
                                + " .*Neighbour\\.askMyself\\(Neighbour\\.java:.*");
        assertThat(alone.ask(0).getIntValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"00", "000", "01", "11", "010", "0011", "01010101"})
    void everyMemberOfACycleIsNamedAndOneOfThemFails(String places) {
        List<Neighbour> members = circle(places);

        assertThatThrownBy(() -> members.getFirst().ask(places.length()).getIntValue())
                .isInstanceOf(DeadlockException.class)
                .satisfies(
                        e -> {
                            String head = e.getMessage().lines().findFirst().orElseThrow();
                            List<String> named =
                                    List.of(
                                            head.substring("deadlock: ".length())
                                                    .split(" waits for "));
                            assertThat(named).hasSize(places.length() + 1);
                            assertThat(named.getFirst()).isEqualTo(named.getLast());
                            assertThat(new HashSet<>(named)).hasSize(places.length());
                            assertThat(named).allMatch(one -> one.matches(MEMBER));
                            assertThat(members(e.getMessage()))
                                    .hasSize(places.length())
                                    .allMatch(one -> one.matches(DETAILS));
                        });
    }

    /** The parts of a report about one member each. */
    private static List<String> members(String report) {
        return Arrays.stream(report.split("\n    (?=\\S)")).skip(1).toList();
    }

    /** Whether one of some tries is as quick: the others may have waited for a core. */
    private static boolean isOnceWithin(Duration limit, Runnable task) {
        for (int i = 0; i < 10; i++) {
            long begin = System.nanoTime();
            task.run();
            if (System.nanoTime() - begin < limit.toNanos()) {
                return true;
            }
        }
        return false;
    }

    @Test
    void oneThatWaitsForItselfNeedNotBeLookedFor() {
        Neighbour alone = PAActiveObject.newActive(Neighbour.class);

        Runnable task =
                () ->
                        assertThatThrownBy(() -> alone.askMyself().getIntValue())
                                .isInstanceOf(DeadlockException.class);

        // Whoever looks for deadlocks does so for the first time after 200 ms.
        assertThat(isOnceWithin(Duration.ofMillis(150), task)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"00", "01", "0101"})
    void aCycleIsFoundWithinTwoSeconds(String places) {
        List<Neighbour> members = circle(places);

        Runnable task =
                () ->
                        assertThatThrownBy(
                                        () -> members.getFirst().ask(places.length()).getIntValue())
                                .isInstanceOf(DeadlockException.class);

        assertThat(isOnceWithin(Duration.ofSeconds(2), task)).isTrue();
    }

    @Test
    void theRuntimesOfAJobAreNamedByTheirRanks() {
        here.job(new Job("named", 0, 2, List.of(nodes)));
        there.job(new Job("named", 1, 2, List.of(nodes)));
        Neighbour first = circle("01").getFirst();

        assertThatThrownBy(() -> first.ask(2).getIntValue())
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("Neighbour#1.ask (rank 0) waits for Neighbour#1.ask (rank 1)")
                .hasMessageContaining("Neighbour#1.ask (rank 1) waits for Neighbour#1.ask (rank 0)")
                .hasMessageContaining(" (id 1 of rank 0, thread 'Neighbour#1 ask')")
                .hasMessageContaining(" (id 1 of rank 1, thread 'Neighbour#1 ask')")
                .hasMessageContaining(
                        "waits for the awaited result of Neighbour#1.ask of rank 1 (pid ")
                .hasMessageContaining(
                        "waits for the awaited result of Neighbour#1.ask of rank 0 (pid ");
    }

    @ParameterizedTest
    @CsvSource({"000", "010", "001", "110"})
    void aCycleThroughAnAnswerThatWasHandedOnIsFound(String places) {
        List<Neighbour> members = circle(places);

        // 0 waits for 1, which hands on what 2 gives, which waits for 0.
        assertThatThrownBy(() -> members.getFirst().askRelayAsk(1).getIntValue())
                .isInstanceOf(DeadlockException.class);
    }

    @ParameterizedTest
    @CsvSource({"000", "010", "0110"})
    void aRelayWhichGoesAroundIsNoDeadlock(String places) {
        List<Neighbour> members = circle(places);

        // The first member waits; the relay must stop before it comes back.
        int hops = places.length() - 2;
        assertThat(members.getFirst().askRelayed(hops).getIntValue()).isEqualTo(1);
    }

    @Test
    void aWaitWithATimeLimitIsNoDeadlock() {
        Neighbour alone = PAActiveObject.newActive(Neighbour.class);

        assertThat(alone.askMyselfBriefly().getIntValue()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"00", "01", "10"})
    void whoLeadsIntoACycleIsNotBlamed(String places) {
        List<Neighbour> members = circle(places);
        Neighbour outside = PAActiveObject.newActive(Neighbour.class);
        outside.knows(members.getFirst());

        assertThatThrownBy(() -> outside.ask(1 + places.length()).getIntValue())
                .isInstanceOf(DeadlockException.class)
                .satisfies(
                        e ->
                                assertThat(e.getMessage().lines().findFirst().orElseThrow())
                                        .satisfies(
                                                head ->
                                                        assertThat(head.split(" waits for "))
                                                                .hasSize(places.length() + 1)));
    }

    @Test
    void nobodyIsLookedAtWhereThatIsSwitchedOff() {
        System.setProperty(DeadlockPolicy.SETTING, "off");
        try (NodeRuntime off = NodeRuntime.open(TransportConfig.defaults())) {
            off.makeDefault();
            Neighbour alone = PAActiveObject.newActive(Neighbour.class);
            IntWrapper never = alone.askMyself();

            // Otherwise the wait would have failed before it began.
            String name = alone.toString().replace("active object ", "");
            await().until(
                            () ->
                                    PALifeCycle.dump()
                                            .contains("waits for the awaited result of " + name));
            assertThat(PAFuture.isAwaited(never)).isTrue();
        } finally {
            System.clearProperty(DeadlockPolicy.SETTING);
        }
    }

    @Test
    void anUnknownPolicyIsRefused() {
        System.setProperty(DeadlockPolicy.SETTING, "perhaps");
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(DeadlockPolicy::ofSystem)
                    .withMessage(
                            "no such policy: activeobjects.deadlock=perhaps; known are"
                                    + " [off, warn, fail]");
        } finally {
            System.clearProperty(DeadlockPolicy.SETTING);
        }
    }

    /** Objects of two runtimes call each other in both directions; for a minute if told so. */
    @Test
    @Tag("system")
    void aBusyPipelineRaisesNoFalseAlarm() {
        List<Neighbour> members = circle("0101010101");
        long end = System.nanoTime() + Long.getLong(PIPELINE, 5) * 1_000_000_000;
        int rounds = 0;
        while (System.nanoTime() - end < 0) {
            List<IntWrapper> answers = new ArrayList<>();
            for (int i = 0; i < members.size(); i++) {
                // From the last on, so that chains of waits are long and end well.
                int hops = members.size() - 1 - i;
                answers.add(members.get(i).ask(hops));
                answers.add(members.get(i).relay(3));
            }
            int sum = 0;
            for (int i = 0; i < answers.size(); i += 2) {
                sum += answers.get(i).getIntValue();
                assertThat(answers.get(i + 1).getIntValue()).isEqualTo(1);
            }
            assertThat(sum).isEqualTo(members.size() * (members.size() + 1) / 2);
            rounds++;
        }
        assertThat(rounds).isPositive();
    }
}
