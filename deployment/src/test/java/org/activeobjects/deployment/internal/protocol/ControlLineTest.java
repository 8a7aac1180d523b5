package org.activeobjects.deployment.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlLineTest {

    @Test
    void wordsOfAnyTextComeBack() {
        ControlLine line = ControlLine.of(Verb.FAILED, "", "two\nlines\t€", " ", "");

        String text = line.encode();

        assertThat(text).startsWith("FAILED ").doesNotContain("\n");
        assertThat(ControlLine.parse(text)).isEqualTo(line);
    }

    @Test
    void aVerbMayStandAlone() {
        assertThat(ControlLine.of(Verb.END).encode()).isEqualTo("END");
        assertThat(ControlLine.parse("END")).isEqualTo(ControlLine.of(Verb.END));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HELLO", "CARD .%%%"})
    void refusesAnythingElse(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ControlLine.parse(text));
    }
}
