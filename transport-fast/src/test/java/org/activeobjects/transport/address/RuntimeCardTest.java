package org.activeobjects.transport.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

class RuntimeCardTest {

    private static final String ID = "000000000000000100000000000000ff";

    @Test
    void readsWhatItWroteWhateverTheValuesHold() {
        RuntimeCard card =
                new RuntimeCard(
                        RuntimeId.parse(ID),
                        "hôte; \"x\"=\n\t'$`*",
                        "boot:12",
                        4711,
                        "fe80::1%eth0",
                        65535,
                        Map.of("shm", "a=b;c", "netty", "", "x", "10.0.0.1:80"));

        String text = card.encode();

        assertThat(text).matches("[A-Za-z0-9;=%+._-]+");
        assertThat(RuntimeCard.parse(text)).isEqualTo(card);
    }

    @ParameterizedTest(name = "{1}: {0}")
    @CsvSource({
        "'', begin",
        "ao2;ID;h;h;1;a;1, begin",
        "ao1;ID;h;h;1;a, begin",
        "ao1;12;h;h;1;a;1, 32 hexadecimal",
        "ao1;ID;h;h;one;a;1, number",
        "ao1;ID;h;h;1;a;99999999999, number",
        "ao1;ID;h;h;1;a;0, port",
        "ao1;ID;h;h;1;a;1;shm, link",
        "ao1;ID;h;h;1;a;1;=x, link",
        "ao1;ID;h;h;1;a;1;shm=x;shm=y, twice",
        "ao1;ID;%zz;h;1;a;1, URLDecoder"
    })
    void refusesWhatIsNoCard(String text, String reason) {
        assertThatThrownBy(() -> RuntimeCard.parse(text.replace("ID", ID)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void refusesATextWithoutEnd() {
        assertThatThrownBy(() -> RuntimeCard.parse("ao1;".repeat(10_000)))
                .hasMessageContaining("too long: length=40000 max=16384");
    }
}
