package org.activeobjects.internal.creation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.InitActive;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.threads.ThreadModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;

class SentOrderTest {

    private static final InitActive ACTIVITY = body -> {};
    private static final QueueBound BOUND = QueueBound.of(7, Duration.ofSeconds(3));

    private static Object[] sent() {
        Order<String> order =
                new Order<>(String.class, null, null, ACTIVITY, true, ThreadModel.PLATFORM, BOUND);
        return SentOrder.of(order, "place", new Object[] {1, "two"}, null).pack();
    }

    @Test
    void whatWasOrderedIsOrderedThere() {
        SentOrder there = SentOrder.of(sent());

        assertThat(there.node()).isEqualTo("place");
        assertThat(there.arguments()).containsExactly(1, "two");
        assertThat(there.luggage()).isNull();
        Order<String> order = there.orderOf(String.class, List.of(Integer.class));
        assertThat(order.generics()).containsExactly(Integer.class);
        assertThat(order.activity()).isSameAs(ACTIVITY);
        assertThat(order.platformThread()).isTrue();
        assertThat(order.threads()).isEqualTo(ThreadModel.PLATFORM);
        assertThat(order.bound().length()).isEqualTo(7);
        assertThat(order.bound().timeoutMs()).isEqualTo(3000);
    }

    @Test
    void whatNobodyHasChosenIsLeftToTheOtherRuntime() {
        Order<String> order = new Order<>(String.class, null, null, null, false, null, null);
        Object[] sent = SentOrder.of(order, "", "an object", null).pack();

        assertThat(SentOrder.of(sent).orderOf(String.class, List.of())).isEqualTo(order);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void aPartOfAnotherKindIsRefused(int part) {
        Object[] sent = sent();
        sent[part] = part == 5 ? null : new StringBuilder();

        assertThatThrownBy(() -> SentOrder.of(sent))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an order");
    }

    @Test
    void anOrderWithoutItsPartsIsRefused() {
        assertThatThrownBy(() -> SentOrder.of(new Object[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an order");
    }

    @Test
    void anObjectIsNoListOfArguments() {
        Object[] sent = sent();
        sent[5] = "an object";

        assertThatThrownBy(() -> SentOrder.of(sent).arguments())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.String");
    }
}
