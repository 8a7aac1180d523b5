package org.activeobjects.spmd.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.collective.Occupation;
import org.activeobjects.collective.OccupationTesting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Circles of ranks, for some of which several threads act; the watch of rank 0 looks for long. */
@Timeout(60)
class SharedRankTest {

    /** More than half a minute of looks. */
    private static final int LOOKS = 81;

    private final List<Occupation> ranks = new ArrayList<>();
    private final List<String> reports = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> mismatches = new ArrayList<>();

    /** The next rank begins an operation; its thread is there as long as this test. */
    private void begins(Consumer<Occupation> operation) {
        Occupation occupation = new Occupation();
        operation.accept(occupation);
        ranks.add(occupation);
    }

    /** Rank 0 looks; for one rank other threads may act. */
    private void look(int shared) {
        Ranks others =
                new Ranks() {
                    @Override
                    public RankState ask(int rank) {
                        RankState now = RankState.of(rank, ranks.get(rank));
                        RankState told = rank == shared ? now.amongOthers() : now;
                        return RankState.decode(told.encode());
                    }

                    @Override
                    public boolean mayOthersAct(Thread waiting, long wait) {
                        return shared == 0 && waiting == Thread.currentThread();
                    }
                };
        Reaction reaction = new Reaction(reports::add, notes::add, reports::add, mismatches::add);
        RankWatch watch = new RankWatch(0, ranks.getFirst(), others, reaction);
        for (int i = 0; i < LOOKS; i++) {
            watch.look();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aCircleIsNoDeadlockWhereOtherThreadsMayActForARankOfIt(int shared) {
        begins(occupation -> occupation.beginExchange("a", 1));
        begins(occupation -> OccupationTesting.beginBroadcast(occupation, 5, 0, 2));
        begins(occupation -> occupation.beginExchange("c", 0));

        look(shared);

        assertThat(reports).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .matches("rank 0 has waited for \\d+ s in exchange tag=\"a\" with rank 1; .*")
                .contains("; rank 1 waits in broadcast with root 0, the 5. operation of all ranks")
                .endsWith("unless other threads of these ranks do what is waited for");
    }

    @Test
    void aRankIsKnownToHaveSeveralThreadsOnceTwoHaveBegunSomething() throws InterruptedException {
        begins(occupation -> occupation.beginExchange("a", 1));
        begins(occupation -> occupation.beginExchange("b", 0));
        Occupation second = ranks.getLast();
        Thread.ofPlatform().start(() -> second.beginExchange("other", 0)).join();

        look(-1);

        assertThat(reports).isEmpty();
        assertThat(notes).hasSize(1);
    }

    @Test
    void operationsOfAllRanksAreOfOneThreadAtATimeAndDifferAllTheSame() {
        begins(occupation -> OccupationTesting.beginBroadcast(occupation, 5, 1, 1));
        begins(occupation -> OccupationTesting.beginBroadcast(occupation, 5, 0, 0));

        look(1);

        assertThat(mismatches).hasSize(1);
    }
}
