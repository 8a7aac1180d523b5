package org.activeobjects.npb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigInteger;

class NpbRandomTest {

    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(46);

    @Test
    void followsTheRecurrenceExactly() {
        NpbRandom random = new NpbRandom(314_159_265L);
        BigInteger expected = BigInteger.valueOf(314_159_265L);
        for (int i = 0; i < 1000; i++) {
            expected = expected.multiply(BigInteger.valueOf(1_220_703_125L)).mod(MODULUS);

            double number = random.next();

            assertThat(random.state()).isEqualTo(expected.longValueExact());
            assertThat(number).isEqualTo(expected.doubleValue() / 0x1p46).isBetween(0.0, 1.0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 1000, 65_537, 1L << 33})
    void skipsAsManyStepsAsAsked(long steps) {
        BigInteger power =
                BigInteger.valueOf(1_220_703_125L).modPow(BigInteger.valueOf(steps), MODULUS);

        long state = NpbRandom.skip(271_828_183L, steps);

        assertThat(BigInteger.valueOf(state))
                .isEqualTo(power.multiply(BigInteger.valueOf(271_828_183L)).mod(MODULUS));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, -1, 1L << 46, (1L << 46) + 1})
    void refusesASeedThatIsNoState(long seed) {
        assertThatThrownBy(() -> new NpbRandom(seed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seed=" + seed);
    }

    @Test
    void refusesToSkipBackwards() {
        assertThatThrownBy(() -> NpbRandom.skip(1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("steps=-1");
    }
}
