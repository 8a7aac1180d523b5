package org.activeobjects.group.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.spi.GroupCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** What a call that waits to be dealt out is said to wait for. */
@Timeout(60)
class OpenCallsTest {

    private final Dealer dealer = new Dealer();
    private final List<Sent> calls = IntStream.range(0, 4).mapToObj(_ -> new Sent()).toList();

    /** A call that is over when the test says so. */
    private static final class Sent implements GroupCalls.Later {

        private Supplier<List<GroupCalls.Later>> others;
        private List<GroupCalls.Later> othersWhileSent;
        private volatile Consumer<Boolean> answered;
        private volatile boolean isRefused;

        @Override
        public void waitsForOneOf(Supplier<List<GroupCalls.Later>> given) {
            others = given;
        }

        @Override
        public boolean hasRoom(Object member) {
            return true;
        }

        @Override
        public boolean send(Object member, Consumer<Boolean> told) {
            othersWhileSent = others.get();
            if (member.equals("gone")) {
                isRefused = true;
                return false;
            }
            answered = told;
            return true;
        }

        @Override
        public void fail(RuntimeException why) {
            throw why;
        }

        @Override
        public Object member() {
            return null;
        }
    }

    @Test
    void anyOfThoseThatTheMembersHave() {
        dealer.deal("work", calls, List.of("first", "second"), 1);

        assertThat(calls.get(3).others.get()).containsExactly(calls.get(0), calls.get(1));

        calls.get(1).answered.accept(false);
        await().until(() -> calls.get(2).answered != null);
        await().untilAsserted(
                        () ->
                                assertThat(calls.get(3).others.get())
                                        .containsExactly(calls.get(0), calls.get(2)));
    }

    @Test
    void asManyAsTheBufferSays() {
        dealer.deal("work", calls, List.of("first"), 3);

        assertThat(calls.get(3).others.get()).containsExactlyElementsOf(calls.subList(0, 3));
    }

    @Test
    void isNotKnownWhileOneIsBeingSent() {
        dealer.deal("work", calls, List.of("first", "second"), 1);

        assertThat(calls.get(0).othersWhileSent).isEmpty();
        assertThat(calls.get(1).othersWhileSent).isEmpty();
    }

    @Test
    void thoseOfMembersThatTakeNoMoreCallsDoNotCount() {
        dealer.deal("work", calls, List.of("gone", "second"), 1);

        assertThat(calls.get(0).isRefused).isTrue();
        assertThat(calls.get(3).others.get()).containsExactly(calls.get(1));
    }
}
