package org.activeobjects.spmd.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One member's barrier, and a queue that holds back what the barrier says. */
class TotalBarrierTest {

    private final MemberQueue queue = new MemberQueue();
    private final TotalBarrier barrier = new TotalBarrier(3, queue);

    @Test
    void whatAMemberSendsAfterItsMarkWaitsForAllMarks() {
        queue.request(0, "before");
        var first = mark(0, "b");
        queue.request(0, "after");
        queue.request(1, "of one that is not there yet");
        var second = mark(1, "b");

        assertThat(queue.served).containsExactly("before", "of one that is not there yet");
        assertThat(first).isNotDone();

        queue.request(2, "last");
        mark(2, "b");

        assertThat(queue.served)
                .containsExactly("before", "of one that is not there yet", "last", "after");
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(barrier.completed()).isEqualTo(1);
    }

    @Test
    void theLowestRankThatHasCalledItTellsWhoIsMissing() {
        assertThat(barrier.open(0)).isEmpty();

        mark(1, "b");

        assertThat(barrier.open(0)).isEmpty();
        assertThat(barrier.open(1)).hasValue(new TotalBarrier.Open(1, "b", List.of(0, 2)));

        mark(2, "b");

        assertThat(barrier.open(1)).hasValue(new TotalBarrier.Open(1, "b", List.of(0)));
        assertThat(barrier.open(2)).isEmpty();

        mark(0, "b");

        assertThat(barrier.open(0)).isEmpty();
        mark(0, "b");
        assertThat(barrier.open(0)).hasValue(new TotalBarrier.Open(2, "b", List.of(1, 2)));
    }

    @Test
    void aNameMayBeUsedAgainAtOnce() {
        for (int member = 0; member < 2; member++) {
            for (int round = 0; round < 1000; round++) {
                queue.request(member, member + "." + round);
                mark(member, "b");
            }
        }
        assertThat(queue.served).containsExactly("0.0", "1.0");

        for (int round = 0; round < 1000; round++) {
            queue.request(2, "2." + round);
            mark(2, "b");
        }

        assertThat(barrier.completed()).isEqualTo(1000);
        List<Integer> rounds =
                queue.served.stream().map(s -> Integer.valueOf(s.substring(2))).toList();
        assertThat(rounds).isSorted().hasSize(3000);
    }

    @Test
    void aFailureLetsInWhatWasHeldAndFailsEveryMarkBeforeAndAfter() {
        var first = mark(0, "b");
        queue.request(0, "held");

        assertThat(barrier.fail(new ActiveObjectException("rank 2 is gone"))).isTrue();
        assertThat(barrier.fail(new ActiveObjectException("again"))).isFalse();

        assertThat(queue.served).containsExactly("held");
        assertThat(first).isCompletedExceptionally();
        assertThat(mark(1, "b")).isCompletedExceptionally();
        queue.request(1, "later");
        assertThat(queue.served).containsExactly("held", "later");
        assertThatThrownBy(barrier::checkUsable)
                .isInstanceOf(ActiveObjectException.class)
                .hasMessage("rank 2 is gone");
    }

    @Test
    void membersThatCallDifferentBarriersFailAndAreNamed() {
        var first = mark(1, "a");
        var second = mark(2, "b");

        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
        assertThatThrownBy(barrier::checkUsable)
                .hasMessageContaining("rank 1 name=\"a\", rank 2 name=\"b\"");
    }

    @ParameterizedTest(name = "{0} members")
    @ValueSource(ints = {2, 3})
    void whereTheLastMarkIsOfAnotherBarrierWhatWasHeldIsLetInToo(int size) {
        TotalBarrier differing = new TotalBarrier(size, queue);
        List<CompletableFuture<Object>> answers = new ArrayList<>();
        for (int member = 0; member < size; member++) {
            String name = member == size - 1 ? "b" : "a";
            answers.add(differing.mark(MemberQueue.id(member), member, name));
            queue.request(member, "held " + member);
        }

        assertThat(queue.served).hasSize(size);
        assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompletedExceptionally());
        assertThat(differing.completed()).isZero();
        assertThatThrownBy(differing::checkUsable)
                .hasMessageContaining("rank 0 name=\"a\", rank " + (size - 1) + " name=\"b\"");
    }

    @Test
    void saysWhomItWaitsFor() {
        assertThat(barrier).hasToString("no total barrier under way");

        mark(1, "sync");

        assertThat(barrier).hasToString("total barrier \"sync\" waits for ranks 0,2");
    }

    private CompletableFuture<Object> mark(int member, String name) {
        return queue.mark(member, id -> barrier.mark(id, member, name));
    }
}
