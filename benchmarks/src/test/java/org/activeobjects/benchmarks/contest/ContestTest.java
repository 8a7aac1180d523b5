package org.activeobjects.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.benchmarks.contest.Contestant.UnavailableException;
import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Order;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;

class ContestTest {

    private static final long RUN_NS = 1_000_000;

    private final List<String> orders = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private final Contest contest =
            new Contest(
                    new Contest.Rules(new Field(64, 1, false), List.of(8, 64), 3, RUN_NS, 1),
                    line -> {});

    private Contestant contestant(String name, int maxBytes, ToLongFunction<Order> ns) {
        return started(
                name,
                maxBytes,
                field ->
                        new Team() {
                            @Override
                            public Timing run(Order order) {
                                orders.add(name + " " + order.bytes());
                                return new Timing(ns.applyAsLong(order), UNKNOWN);
                            }

                            @Override
                            public void close() {
                                closed.add(name);
                            }
                        });
    }

    private static Contestant started(String name, int maxBytes, Contestant.Starter starter) {
        return new Contestant(
                name,
                name,
                Wire.MEMORY,
                name.startsWith("our"),
                EnumSet.of(Measurement.LATENCY, Measurement.BANDWIDTH),
                maxBytes,
                true,
                starter);
    }

    @Test
    void givesEveryContestantItsRunInEveryRound() {
        contest.admit(contestant("our", 64, order -> RUN_NS));
        contest.admit(contestant("their", 64, order -> RUN_NS));
        contest.measure(Measurement.LATENCY);
        List<String> rounds = orders.subList(orders.size() - 6, orders.size());
        assertThat(rounds)
                .containsExactly("our 64", "their 64", "our 64", "their 64", "our 64", "their 64");
        assertThat(contest.samples().all())
                .hasSize(2 * 2 * 3)
                .extracting(Sample::round)
                .startsWith(1, 1, 2, 2, 3, 3);
    }

    @Test
    void repeatsUntilARunTakesAsLongAsItShould() {
        contest.admit(contestant("our", 64, order -> 100 * order.iterations()));
        contest.measure(Measurement.LATENCY);
        assertThat(contest.samples().all())
                .extracting(Sample::iterations)
                .containsOnly(RUN_NS / 100);
    }

    @Test
    void isNotMisledByRunsThatWereSlowAtFirst() {
        AtomicInteger runs = new AtomicInteger();
        contest.admit(
                contestant(
                        "our",
                        64,
                        order -> {
                            long slower = Math.max(1, 1000 >> runs.getAndIncrement());
                            return 100 * order.iterations() * slower;
                        }));
        contest.measure(Measurement.LATENCY);
        assertThat(contest.samples().all())
                .extracting(Sample::iterations)
                .containsOnly(RUN_NS / 100);
    }

    @Test
    void asksNobodyForWhatHeCannotDo() {
        contest.admit(contestant("our", 8, order -> RUN_NS));
        contest.measure(Measurement.BANDWIDTH);
        contest.measure(Measurement.EXCHANGE);
        assertThat(orders).isNotEmpty().containsOnly("our 8");
    }

    @Test
    void goesOnWithoutWhatIsNotInstalled() {
        contest.admit(
                started(
                        "their",
                        64,
                        field -> {
                            throw new UnavailableException("not installed; apt-get install it");
                        }));
        contest.admit(contestant("our", 64, order -> RUN_NS));
        contest.measure(Measurement.LATENCY);
        assertThat(contest.samples().programs()).containsExactly("our");
        assertThat(contest.leftOut()).containsExactly("their: not installed; apt-get install it");
        assertThat(contest.ourOwnFailed()).isFalse();
    }

    @Test
    void goesOnWithoutAContestantThatFails() {
        contest.admit(
                contestant(
                        "our",
                        64,
                        order -> {
                            if (order.bytes() == 64) {
                                throw new TeamFailedException("process died");
                            }
                            return RUN_NS;
                        }));
        contest.admit(contestant("their", 64, order -> RUN_NS));
        contest.measure(Measurement.LATENCY);
        assertThat(contest.leftOut()).containsExactly("our: process died");
        assertThat(contest.ourOwnFailed()).isTrue();
        assertThat(closed).containsExactly("our");
        assertThat(contest.samples().where(s -> s.program().equals("their")).sizes())
                .containsExactly(8, 64);
    }

    @Test
    void notesHowFastTheHostIsBeforeEachSize() {
        contest.admit(contestant("our", 64, order -> RUN_NS));
        contest.measure(Measurement.LATENCY);
        assertThat(contest.hostSpeed())
                .containsPattern("latency 8: (\\d+|unknown), latency 64: (\\d+|unknown)$");
    }

    @Test
    void endsAllProcesses() {
        contest.admit(contestant("our", 64, order -> RUN_NS));
        contest.admit(contestant("their", 64, order -> RUN_NS));
        contest.close();
        assertThat(closed).containsExactly("our", "their");
    }
}
