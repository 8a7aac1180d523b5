package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.UUID;

/**
 * Times that are longer than an {@code int} has milliseconds, up to the longest that can be set.
 */
@Timeout(60)
class LongTimesTest {

    @ParameterizedTest
    @CsvSource({
        "local, P30D",
        "tcp, P60D",
        "netty, P30D",
        "local, PT2562047H47M16.854775807S",
        "tcp, PT2562047H47M16.854775807S",
        "netty, PT2562047H47M16.854775807S"
    })
    void areGoodForConnecting(String link, Duration time) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("long-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withLinks(link)
                        .withTimeouts(time, time);
        try (LinkedTransport left = LinkedTransport.open(config);
                LinkedTransport right = LinkedTransport.open(config)) {
            assertThat(left.connect("127.0.0.1", right.card().port())).isEqualTo(right.card());
        }
    }
}
