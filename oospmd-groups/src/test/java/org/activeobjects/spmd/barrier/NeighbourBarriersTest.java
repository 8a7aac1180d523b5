package org.activeobjects.spmd.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.error.ActiveObjectException;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** The barriers of rank 0 with its neighbours, and a queue that holds back what these say. */
class NeighbourBarriersTest {

    private final MemberQueue queue = new MemberQueue();
    private final NeighbourBarriers barriers = new NeighbourBarriers(0, queue);

    @Test
    void whatANeighbourSendsAfterItsMarkWaitsUntilAllThatAreNamedHaveCalled() {
        queue.request(1, "before");
        CompletableFuture<Object> early = mark(1, "b");
        queue.request(1, "after 1");
        queue.request(3, "not named");

        call("b", 1, 2);
        queue.request(0, "after 0");
        queue.request(2, "not yet called");

        assertThat(queue.served).containsExactly("before", "not named", "not yet called");
        assertThat(barriers)
                .hasToString("neighbour barrier \"b\" of ranks 0,1,2 waits for ranks 2");
        assertThat(early).isNotDone();

        CompletableFuture<Object> last = mark(2, "b");

        assertThat(queue.served.subList(3, 5)).containsExactlyInAnyOrder("after 0", "after 1");
        assertThat(early).isCompleted();
        assertThat(last).isCompleted();
        assertThat(barriers).hasToString("no neighbour barrier under way");
    }

    @Test
    void theCallerMayNameItself() {
        call("b", 0, 1);
        queue.request(0, "own");
        mark(1, "b");

        assertThat(queue.served).containsExactly("own");
    }

    @Test
    void withoutNeighboursItHoldsUpNothing() {
        call("b");
        queue.request(0, "own");

        assertThat(queue.served).containsExactly("own");
        assertThat(barriers).hasToString("no neighbour barrier under way");
    }

    @Test
    void aNameMayBeUsedAgainAtOnceAndNeighboursMayRunAhead() {
        int rounds = 1000;
        for (int member = 1; member <= 2; member++) {
            for (int round = 0; round < rounds; round++) {
                queue.request(member, member + "." + round);
                mark(member, "b");
            }
        }
        assertThat(queue.served).containsExactly("1.0", "2.0");

        for (int round = 0; round < rounds; round++) {
            queue.request(0, "0." + round);
            call("b", 1, 2);
        }

        List<Integer> order =
                queue.served.stream().map(s -> Integer.valueOf(s.substring(2))).toList();
        assertThat(order).isSorted().hasSize(3 * rounds);
        assertThat(barriers).hasToString("no neighbour barrier under way");
    }

    @Test
    void aNameMayBeUsedAgainWithOtherNeighbours() {
        mark(2, "b"); // for the second call, which comes before the first is complete
        queue.request(2, "after 2");
        call("b", 1);
        call("b", 2);
        queue.request(0, "after 0");

        assertThat(queue.served).containsExactly("after 2");

        mark(1, "b");

        assertThat(queue.served).containsExactly("after 2", "after 0");
    }

    @Test
    void barriersOverlapInWhateverOrderMembersCallThem() {
        call("a", 1);
        call("b", 1, 2);
        queue.request(0, "own");
        mark(1, "b");
        queue.request(1, "after b");
        mark(1, "a");
        queue.request(1, "after both");
        assertThat(queue.served).isEmpty();

        mark(2, "b");

        assertThat(queue.served).containsExactlyInAnyOrder("own", "after b", "after both");
        assertThat(queue.served.indexOf("after b")).isLessThan(queue.served.indexOf("after both"));
    }

    @Test
    void whoIsNamedInAnOpenBarrierIsNotHeldUpInAnother() {
        call("left", 1);
        call("right", 2);
        mark(2, "right");
        queue.request(2, "of the right one");

        assertThat(queue.served).containsExactly("of the right one");
    }

    @Test
    void aTotalBarrierOfTheSameNameIsAnotherOne() {
        TotalBarrier total = new TotalBarrier(2, queue);
        call("b", 1);
        queue.mark(0, id -> total.mark(id, 0, "b"));
        queue.mark(1, id -> total.mark(id, 1, "b"));
        queue.request(1, "after the total one");
        assertThat(barriers.toString()).contains("waits for ranks 1");
        assertThat(total.toString()).contains("waits for ranks 0");

        mark(1, "b");

        assertThat(total.completed()).isEqualTo(1);
        assertThat(queue.served).containsExactly("after the total one");
    }

    @Test
    void aNeighbourThatEndsBeforeItHasCalledFailsTheCallAndHoldsUpNobody() {
        NeighbourCall call = call("b", 1, 2);
        CompletableFuture<Object> answer = mark(1, "b");
        queue.request(1, "held 1");
        queue.request(0, "held 0");

        assertThat(barriers.lost(2, "rank 2 is gone")).containsExactly(call);
        assertThat(barriers.lost(2, "again")).isEmpty();

        assertThat(queue.served).containsExactlyInAnyOrder("held 1", "held 0");
        assertThat(answer).isCompleted();
        assertThat(barriers.failureOf(call))
                .hasMessage(
                        "neighbour barrier cannot be completed: name=\"b\" rank=0 ranks=0,1,2:"
                                + " rank 2 has not called it and never will: rank 2 is gone");
        assertThat(barriers.failureOf(barriers.call("c", new TreeSet<>(Set.of(1, 2)))))
                .hasMessageContaining("rank 2 is gone");
        assertThat(barriers.failureOf(barriers.call("c", new TreeSet<>(Set.of(1))))).isNull();
    }

    @Test
    void aMarkThatComesForACallThatHasFailedIsNotTakenForTheNext() {
        call("b", 1, 2);
        barriers.lost(2, "rank 2 is gone");

        CompletableFuture<Object> late = mark(1, "b");
        queue.request(1, "goes on");

        assertThat(queue.served).containsExactly("goes on");
        assertThat(late).isCompleted();
        call("b", 1);
        assertThat(barriers.toString()).contains("waits for ranks 1");
    }

    @Test
    void aNeighbourThatHasCalledAndEndedIsNotMissed() {
        mark(2, "b");
        barriers.lost(2, "rank 2 is gone");
        NeighbourCall call = call("b", 1, 2);
        queue.request(0, "after");
        assertThat(queue.served).isEmpty();

        mark(1, "b");

        assertThat(barriers.failureOf(call)).isNull();
        assertThat(queue.served).containsExactly("after");
    }

    @Test
    void aCallThatIsGivenUpLetsInWhatWasHeld() {
        NeighbourCall call = call("b", 1);
        queue.request(0, "held");

        assertThat(barriers.giveUp(call, "too long")).isTrue();
        assertThat(barriers.giveUp(call, "again")).isFalse();

        assertThat(queue.served).containsExactly("held");
        assertThat(barriers.failureOf(call)).hasMessageContaining("too long");
    }

    @Test
    void whoWaitsForAMemberThatEndsIsAnswered() {
        CompletableFuture<Object> early = mark(1, "b");
        ActiveObjectException end = new ActiveObjectException("rank 0 has ended");

        barriers.end(end);

        assertThat(early).isCompletedExceptionally();
        assertThat(mark(1, "b")).isCompletedExceptionally();
    }

    @Test
    void knowsWhomItHasNamed() {
        mark(2, "b");
        assertThat(barriers.latestOf("b")).isNull();
        call("b", 1);

        assertThat(barriers.latestOf("b")).containsExactly(0, 1);
    }

    /** As a member calls: then its own mark comes in, too. */
    private NeighbourCall call(String name, Integer... neighbours) {
        NeighbourCall call = barriers.call(name, new TreeSet<>(Set.of(neighbours)));
        mark(0, name);
        return call;
    }

    private CompletableFuture<Object> mark(int member, String name) {
        return barriers.mark(MemberQueue.id(member), member, name);
    }
}
