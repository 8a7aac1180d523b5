package org.activeobjects.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.UniqueID;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Who is told what is held, when objects move. */
class HoldingsTest {

    private static final RuntimeId FIRST = new RuntimeId(0, 1);
    private static final RuntimeId SECOND = new RuntimeId(0, 2);
    private static final UniqueID OBJECT = new UniqueID(FIRST, 5);
    private static final Place BEGINNING = new Place(FIRST, 5, 0, null);
    private static final Place LATER = new Place(SECOND, 8, 1, null);

    private final List<String> told = new ArrayList<>();
    private final Holdings holdings =
            new Holdings(
                    1000,
                    (to, card, notice) ->
                            told.add(notice.what() + ":" + to.low() + "#" + notice.numbers()[0]));

    private static Reference at(Place place) {
        return new Reference("", OBJECT, place, "");
    }

    @Test
    void theNewPlaceIsToldBeforeTheOldOneIsLetGo() {
        Held held = holdings.find(OBJECT, BEGINNING, "");
        Object anchor = holdings.anchor(held);
        Held.Way before = held.beginChange(at(LATER));
        assertThat(before.place()).isEqualTo(BEGINNING);
        assertThat(held.way().change()).isNotDone();

        holdings.settle(held, LATER, "", null);

        assertThat(told).containsExactly("1:1#5", "1:2#8", "2:1#5");
        assertThat(held.settledWay().place()).isEqualTo(LATER);
        assertThat(held.way()).isNotSameAs(before);
        assertThat(holdings.find(OBJECT, BEGINNING, "")).isSameAs(held);
        holdings.sweep();
        assertThat(told).endsWith("1:2#8");
        assertThat(holdings.anchor(held)).isSameAs(anchor);
    }

    @Test
    void theEndOfWhatWasLeftBehindIsNotTheEndOfTheObject() {
        Held held = holdings.find(OBJECT, BEGINNING, "");
        Object anchor = holdings.anchor(held);
        var _ = held.beginChange(at(LATER));
        holdings.settle(held, LATER, "", null);

        holdings.onGone(FIRST, new long[] {5});
        assertThat(held.hasEnded()).isFalse();
        holdings.onLost(FIRST);
        assertThat(holdings.find(OBJECT)).isSameAs(held);
        holdings.onGone(SECOND, new long[] {8});
        assertThat(held.hasEnded()).isTrue();
        assertThat(anchor).isNotNull();
    }

    @Test
    void aWayChangesOnlyToALaterPlaceAndOneChangeAtATime() {
        Held held = holdings.find(OBJECT, LATER, "");
        assertThat(held.beginChange(at(BEGINNING))).isNull();
        assertThat(held.beginChange(at(LATER))).isNull();

        assertThat(held.beginChange(at(new Place(FIRST, 9, 2, null)))).isNotNull();
        assertThat(held.beginChange(at(new Place(SECOND, 11, 4, null)))).isNull();
        assertThat(held.beginChange(at(new Place(SECOND, 10, 3, null)))).isNull();

        Reference later = holdings.settle(held, new Place(FIRST, 9, 2, null), "", null);
        assertThat(later).isEqualTo(at(new Place(SECOND, 11, 4, null)));
    }

    @Test
    void aHolderWhoseOldPlaceIsLostHoldsTheNewOne() {
        Held held = holdings.find(OBJECT, BEGINNING, "");
        Object anchor = holdings.anchor(held);
        var _ = held.beginChange(at(LATER));
        holdings.onLost(FIRST);

        holdings.settle(held, LATER, "", null);

        assertThat(told).containsExactly("1:1#5", "1:2#8");
        assertThat(holdings.find(OBJECT)).isSameAs(held);
        assertThat(anchor).isNotNull();
    }

    @Test
    void anObjectIsGoneWhoseNewPlaceIsLostBeforeTheWayLeadsThere() {
        Held held = holdings.find(OBJECT, BEGINNING, "");
        Object anchor = holdings.anchor(held);
        var _ = held.beginChange(at(LATER));
        holdings.onLost(SECOND);
        assertThat(held.isGone()).isFalse(); // nobody knows yet that it was there

        holdings.settle(held, LATER, "", null);
        holdings.sweep();

        assertThat(held.isGone()).isTrue();
        assertThat(told).containsExactly("1:1#5", "2:1#5");
        assertThat(anchor).isNotNull();
    }

    @Test
    void anObjectIsGoneOfWhichOneHearsAfterTheLossOfItsRuntime() {
        holdings.onLost(SECOND);

        Held held = holdings.find(OBJECT, LATER, "");
        holdings.sweep();

        assertThat(held.isGone()).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void anObjectIsNotGoneThatHasLeftALostRuntimeBefore() {
        Held held = holdings.find(OBJECT, BEGINNING, "");
        Object anchor = holdings.anchor(held);
        var _ = held.beginChange(at(LATER));
        holdings.onLost(FIRST);
        holdings.settle(held, LATER, "", null);

        assertThat(held.isGone()).isFalse();
        assertThat(anchor).isNotNull();
    }
}
