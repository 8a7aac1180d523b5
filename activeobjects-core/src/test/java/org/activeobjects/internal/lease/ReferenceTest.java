package org.activeobjects.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.SerializationException;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class ReferenceTest {

    private static final RuntimeId BIRTH = new RuntimeId(1, 2);
    private static final RuntimeId HERE = new RuntimeId(3, 4);
    private static final String BIRTH_TEXT = "00000000000000010000000000000002";
    private static final String HERE_TEXT = "00000000000000030000000000000004";

    @Test
    void namesAnObjectThatHasNotMovedByItsPlace() {
        Reference reference =
                new Reference("T", new UniqueID(BIRTH, 7), new Place(BIRTH, 7, 0, null), "card|x");

        assertThat(reference.encode()).isEqualTo("T|" + BIRTH_TEXT + "|7||card|x");
        assertThat(Reference.parse(reference.encode())).isEqualTo(reference);
    }

    @Test
    void saysWhatAnObjectIsThatHasMoved() {
        Reference reference =
                new Reference("", new UniqueID(BIRTH, 7), new Place(HERE, 9, 3, null), "");

        assertThat(reference.encode()).isEqualTo("|" + HERE_TEXT + "|9|" + BIRTH_TEXT + " 7 3|");
        assertThat(Reference.parse(reference.encode())).isEqualTo(reference);
    }

    @Test
    void saysHowManyRequestsTheQueueTakes() {
        Place place = new Place(HERE, 9, 0, QueueBound.of(5, Duration.ofMillis(70)));
        Reference reference = new Reference("T", new UniqueID(HERE, 9), place, "card");

        assertThat(reference.encode()).isEqualTo("T|" + HERE_TEXT + "|9 5 70||card");
        Reference parsed = Reference.parse(reference.encode());
        assertThat(parsed).isEqualTo(reference);
        assertThat(parsed.place().bound()).hasToString("bound=5 timeoutMs=70");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "T|" + HERE_TEXT + "|9 ||card",
                "T|" + HERE_TEXT + "|9 5||card",
                "T|" + HERE_TEXT + "|9 -5 0||card",
                "T|" + HERE_TEXT + "|9 5 0 1||card",
                "T|" + HERE_TEXT + "|9|card",
                "T|no runtime|9||card",
                "T|" + HERE_TEXT + "|x||card",
                "T|" + HERE_TEXT + "|9|" + BIRTH_TEXT + "|card",
                "T|" + HERE_TEXT + "|9|" + BIRTH_TEXT + " 7|card",
                "T|" + HERE_TEXT + "|9|" + BIRTH_TEXT + " 7 0|card",
                "T|" + HERE_TEXT + "|9|" + BIRTH_TEXT + " 7 -1|card",
                "T|" + HERE_TEXT + "|9|" + BIRTH_TEXT + " 7 3 1|card"
            })
    void refusesWhatIsNoReference(String text) {
        assertThatThrownBy(() -> Reference.parse(text))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("not a reference");
    }
}
