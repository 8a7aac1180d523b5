package org.activeobjects.transport.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortOfferTest {

    @ParameterizedTest(name = "the port in ''{0}'' is {1}")
    @CsvSource({
        "1, 1",
        "65535, 65535",
        "65536, -1",
        "99999, -1",
        "100000, -1",
        "0, -1",
        "080, -1",
        "-1, -1",
        "80 tls, -1",
        "' 80', -1",
        "'', -1",
        "\u0663\u0663, -1"
    })
    void onlyAPortInDecimalIsTaken(String offer, int port) {
        assertThat(PortOffer.portOf(offer)).isEqualTo(port);
    }
}
