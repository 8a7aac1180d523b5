package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A runtime to which many others come, one after the other, and leave. */
@Timeout(60)
class ForgottenPeersTest {

    /** How many that are gone are remembered. */
    private static final int KEPT = 256;

    private static final int MORE = 4;

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("forgotten-" + UUID.randomUUID(), TransportConfig.newSecret())
                    .withLinks("local");

    @Test
    void leaveNothingBehindIfEnoughOthersHaveGoneSince() {
        try (LinkedTransport host = LinkedTransport.open(config)) {
            List<RuntimeId> guests = new ArrayList<>();
            for (int i = 0; i < KEPT + MORE; i++) {
                try (Transport guest = Transport.open(config)) {
                    guest.connect("127.0.0.1", host.card().port());
                    guests.add(guest.card().id());
                }
            }
            await().until(() -> host.peers().size() == KEPT);
            assertThat(guests.stream().filter(host.contacts()::isOpen)).hasSize(KEPT);
            assertThat(host.contacts().isOpen(guests.getFirst())).isFalse();
            assertThat(host.contacts().isOpen(guests.getLast())).isTrue();
        }
    }
}
