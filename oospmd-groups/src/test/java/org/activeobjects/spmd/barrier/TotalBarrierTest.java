package org.activeobjects.spmd.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One member's barrier, and a queue that holds back what the barrier says. */
class TotalBarrierTest {

    private final Queue queue = new Queue();
    private final TotalBarrier barrier = new TotalBarrier(3, queue);

    @Test
    void whatAMemberSendsAfterItsMarkWaitsForAllMarks() {
        queue.request(0, "before");
        var first = queue.mark(0, "b");
        queue.request(0, "after");
        queue.request(1, "of one that is not there yet");
        var second = queue.mark(1, "b");

        assertThat(queue.served).containsExactly("before", "of one that is not there yet");
        assertThat(first).isNotDone();

        queue.request(2, "last");
        queue.mark(2, "b");

        assertThat(queue.served)
                .containsExactly("before", "of one that is not there yet", "last", "after");
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(barrier.completed()).isEqualTo(1);
    }

    @Test
    void aNameMayBeUsedAgainAtOnce() {
        for (int member = 0; member < 2; member++) {
            for (int round = 0; round < 1000; round++) {
                queue.request(member, member + "." + round);
                queue.mark(member, "b");
            }
        }
        assertThat(queue.served).containsExactly("0.0", "1.0");

        for (int round = 0; round < 1000; round++) {
            queue.request(2, "2." + round);
            queue.mark(2, "b");
        }

        assertThat(barrier.completed()).isEqualTo(1000);
        List<Integer> rounds =
                queue.served.stream().map(s -> Integer.valueOf(s.substring(2))).toList();
        assertThat(rounds).isSorted().hasSize(3000);
    }

    @Test
    void aFailureLetsInWhatWasHeldAndFailsEveryMarkBeforeAndAfter() {
        var first = queue.mark(0, "b");
        queue.request(0, "held");

        assertThat(barrier.fail(new ActiveObjectException("rank 2 is gone"))).isTrue();
        assertThat(barrier.fail(new ActiveObjectException("again"))).isFalse();

        assertThat(queue.served).containsExactly("held");
        assertThat(first).isCompletedExceptionally();
        assertThat(queue.mark(1, "b")).isCompletedExceptionally();
        queue.request(1, "later");
        assertThat(queue.served).containsExactly("held", "later");
        assertThatThrownBy(barrier::checkUsable)
                .isInstanceOf(ActiveObjectException.class)
                .hasMessage("rank 2 is gone");
    }

    @Test
    void membersThatCallDifferentBarriersFailAndAreNamed() {
        var first = queue.mark(1, "a");
        var second = queue.mark(2, "b");

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
            answers.add(differing.mark(queue.id(member), member, name));
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

        queue.mark(1, "sync");

        assertThat(barrier).hasToString("total barrier \"sync\" waits for ranks 0,2");
    }

    /** The queue of a body: per sender in order, held when the gate is closed. */
    private final class Queue implements Gate {

        final List<String> served = new ArrayList<>();
        private final Set<UniqueID> held = new HashSet<>();
        private final Map<UniqueID, Deque<Runnable>> waiting = new HashMap<>();

        void request(int member, String text) {
            arrive(id(member), () -> served.add(text));
        }

        CompletableFuture<Object> mark(int member, String name) {
            CompletableFuture<Object> answer = new CompletableFuture<>();
            arrive(
                    id(member),
                    () ->
                            barrier.mark(id(member), member, name)
                                    .whenComplete(
                                            (value, failed) -> {
                                                if (failed == null) {
                                                    answer.complete(value);
                                                } else {
                                                    answer.completeExceptionally(failed);
                                                }
                                            }));
            return answer;
        }

        private void arrive(UniqueID sender, Runnable code) {
            if (held.contains(sender)) {
                waiting.computeIfAbsent(sender, key -> new ArrayDeque<>()).add(code);
            } else {
                code.run();
            }
        }

        @Override
        public void hold(UniqueID sender) {
            held.add(sender);
        }

        @Override
        public void release(UniqueID sender) {
            held.remove(sender);
            Deque<Runnable> own = waiting.getOrDefault(sender, new ArrayDeque<>());
            while (!own.isEmpty() && !held.contains(sender)) {
                own.removeFirst().run();
            }
        }

        private UniqueID id(int member) {
            return new UniqueID(new RuntimeId(1, 1), member + 1);
        }
    }
}
