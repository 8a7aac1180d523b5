package org.activeobjects.benchmarks.p2p;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {

    @ParameterizedTest
    @CsvSource({"8, 8", "64K, 65536", "64k, 65536", "16M, 16777216", "256M, 268435456"})
    void readsASize(String text, int bytes) {
        assertThat(Sizes.one(text)).isEqualTo(bytes);
    }

    @Test
    void doublesFromOneEndToTheOther() {
        assertThat(Sizes.parse("8:64")).containsExactly(8, 16, 32, 64);
        assertThat(Sizes.parse("24:104")).as("no more than the larger end").hasSize(3);
        assertThat(Sizes.parse("1K")).containsExactly(1024);
    }

    @Test
    void takesAListInOrder() {
        assertThat(Sizes.parse("1M,8,1K,8")).containsExactly(8, 1024, 1 << 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "7",
                "-8",
                "8G",
                "512M",
                "9999999999",
                "8.0",
                "K",
                "8,",
                "8:",
                "8,7"
            })
    void refusesSizesThatAreNone(String text) {
        assertThatThrownBy(() -> Sizes.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--sizes=");
    }
}
