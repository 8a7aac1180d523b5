package org.activeobjects.active;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;

/** Ids of active objects are equal if runtime and number are. */
class UniqueIDTest {

    @Test
    void isEqualToItsEquals() {
        UniqueID id = new UniqueID(new RuntimeId(1, 2), 3);

        assertThat(id)
                .isEqualTo(new UniqueID(new RuntimeId(1, 2), 3))
                .hasSameHashCodeAs(new UniqueID(new RuntimeId(1, 2), 3))
                .isNotEqualTo(new UniqueID(new RuntimeId(1, 2), 4))
                .isNotEqualTo(new UniqueID(new RuntimeId(1, 1), 3))
                .isNotEqualTo(new UniqueID(null, 3));
        assertThat(id.equals(null)).isFalse();
    }
}
