package org.activeobjects.internal.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, plain",
        "host.example.org, with blank",
        "::1, 'a?b#c%20d'",
        "fe80::1, ü€😀",
    })
    void aUrlComesApartAsItWasPutTogether(String host, String name) {
        Address address = Address.parse(Address.url(host, 4711, name));

        assertThat(address).isEqualTo(new Address(host, 4711, name));
        assertThat(Address.parse(Address.nodeUrl(host, 4711)))
                .isEqualTo(new Address(host, 4711, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "//x",
                "http://h:1/x",
                "ao://h/x",
                "ao://h:0/x",
                "ao:///x",
                "ao://[::1/x"
            })
    void whatIsNoUrlIsToldWithOneThatIs(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.parse(text))
                .withMessageContaining("url=" + text)
                .withMessageContaining("ao://host:port/name");
    }
}
