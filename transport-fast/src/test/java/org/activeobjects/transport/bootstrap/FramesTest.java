package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

class FramesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0", "\n", "\r", "\33", "\177", "\u0085", "\u009b", "\u2028", "\u2029", "\u202e",
                "\u2066", "\ufeff"
            })
    void showsNothingOfATextThatATerminalObeys(String sign) {
        byte[] text = ("it is " + sign + "31mover").getBytes(StandardCharsets.UTF_8);

        assertThat(Frames.text(text)).isEqualTo("it is ?31mover");
    }

    @Test
    void showsTheRestOfATextAsItIs() {
        String text = "hôte «größe» 日本 \ud83d\ude80; x=1";

        assertThat(Frames.text(Frames.text(text))).isEqualTo(text);
    }
}
