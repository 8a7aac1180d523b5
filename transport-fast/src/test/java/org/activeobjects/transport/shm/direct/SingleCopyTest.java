package org.activeobjects.transport.shm.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

class SingleCopyTest {

    @Test
    void isAllowedFromSomeLengthOnUnlessSettingsSayOtherwise() {
        assertThat(SingleCopy.of(Map.of()).isAllowed()).isTrue();
        assertThat(SingleCopy.of(Map.of()).from()).isPositive();
        assertThat(SingleCopy.of(Map.of("shm.singleCopy", "false")).isAllowed()).isFalse();
        assertThat(SingleCopy.of(Map.of("shm.singleCopyFrom", "262144")).from()).isEqualTo(262_144);
    }

    @Test
    void minimumDependsOnTheDistanceUnlessItIsSet() {
        SingleCopy unset = SingleCopy.of(Map.of());
        assertThat(unset.isByDistance()).isTrue();
        assertThat(unset.fromWhenClose()).isGreaterThan(unset.from());
        assertThat(unset.atAnyDistance().isByDistance()).isFalse();
        assertThat(unset.atAnyDistance().from()).isEqualTo(unset.from());
        assertThat(SingleCopy.of(Map.of("shm.singleCopyFrom", "262144")).isByDistance()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "shm.singleCopy, yes",
        "shm.singleCopy, ''",
        "shm.singleCopyFrom, -1",
        "shm.singleCopyFrom, 64K",
        "shm.singleCopyFrom, 1000000000"
    })
    void refusesWhatASettingCannotBe(String name, String value) {
        assertThatThrownBy(() -> SingleCopy.of(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name + "=" + value);
    }
}
