package org.activeobjects.deployment.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;

class StartStateTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "...      | 0 of 3 ranks are up, missing=0-2",
                "x.x      | 2 of 3 ranks are up, missing=1",
                ".xx..x.x | 4 of 8 ranks are up, missing=0,3-4,6",
                "xx       | 2 of 2 ranks are up, missing="
            })
    void tellsHowManyAreUpAndWhichAreMissing(String cards, String text) {
        String[] known =
                Arrays.stream(cards.split(""))
                        .map(c -> c.equals("x") ? c : null)
                        .toArray(String[]::new);

        assertThat(StartState.of(known)).hasToString(text);
    }
}
