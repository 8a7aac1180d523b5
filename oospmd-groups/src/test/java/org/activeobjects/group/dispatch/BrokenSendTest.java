package org.activeobjects.group.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.spi.GroupCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Calls in whose sending an error is met, such as a lack of stack. */
@Timeout(60)
class BrokenSendTest {

    private final Dealer dealer = new Dealer();

    /** A call that its member answers at once. */
    private static final class Answered implements GroupCalls.Later {

        private final CompletableFuture<Object> outcome = new CompletableFuture<>();

        @Override
        public void waitsForOneOf(Supplier<List<GroupCalls.Later>> calls) {}

        @Override
        public boolean hasRoom(Object member) {
            return true;
        }

        @Override
        public boolean send(Object member, Consumer<Boolean> answered) {
            outcome.complete(member);
            answered.accept(false);
            return true;
        }

        @Override
        public void fail(RuntimeException why) {
            outcome.complete(why);
        }

        @Override
        public Object member() {
            return null;
        }
    }

    /** The same with the errors of the thread that sends it. */
    private record Faulty(
            Answered call, Error atLook, Error atSend, boolean isAnswered, Thread caller)
            implements GroupCalls.Later {

        Faulty(Answered call, Error atLook, Error atSend, boolean isAnswered) {
            this(call, atLook, atSend, isAnswered, Thread.currentThread());
        }

        @Override
        public void waitsForOneOf(Supplier<List<GroupCalls.Later>> calls) {}

        @Override
        public boolean hasRoom(Object member) {
            if (atLook != null) {
                throw atLook;
            }
            return true;
        }

        @Override
        public boolean send(Object member, Consumer<Boolean> answered) {
            if (atSend == null || isAnswered) {
                var _ = call.send(member, answered);
            }
            if (atSend != null) {
                throw atSend;
            }
            return true;
        }

        /** Where its sending overflows the stack, its failing does so, too. */
        @Override
        public void fail(RuntimeException why) {
            if (Thread.currentThread() == caller) {
                throw new StackOverflowError("on purpose, again");
            }
            call.fail(why);
        }

        @Override
        public Object member() {
            return null;
        }
    }

    private final List<Answered> calls =
            IntStream.range(0, 4).mapToObj(_ -> new Answered()).toList();

    private void deal(GroupCalls.Later second, int bufferSize) {
        dealer.deal(
                "work",
                List.of(calls.get(0), second, calls.get(2), calls.get(3)),
                List.of("member"),
                bufferSize);
    }

    private void assertAreSent(int... some) {
        for (int index : some) {
            await().untilAsserted(
                            () ->
                                    assertThat(calls.get(index).outcome)
                                            .isCompletedWithValue("member"));
        }
    }

    private static Error error() {
        return new StackOverflowError("on purpose");
    }

    @ParameterizedTest(name = "{0} at a time")
    @ValueSource(ints = {1, 4})
    void thatCallFailsAndThoseBehindItGoOn(int bufferSize) {
        deal(new Faulty(calls.get(1), null, error(), false), bufferSize);

        assertAreSent(0, 2, 3);
        assertThat(calls.get(1).outcome.join())
                .isInstanceOf(RuntimeException.class)
                .asString()
                .contains("broken off while it was sent: method=work: ")
                .contains("StackOverflowError: on purpose");
    }

    @Test
    void aCallThatIsOverByThenIsOverOnce() {
        deal(new Faulty(calls.get(1), null, error(), true), 2);

        assertAreSent(0, 1, 2, 3);
    }

    @Test
    void whatCannotBeLookedAtIsSentByAnotherThread() {
        deal(new Faulty(calls.get(1), error(), null, false), 4);

        assertAreSent(0, 1, 2, 3);
    }
}
