package org.activeobjects.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkService.PendingLink;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Map;

/** The links that one runtime of this JVM has open. */
@Timeout(30)
class LocalLinkServiceTest {

    private final RuntimeId hostId = RuntimeId.random();
    private final LocalLinkService host = new LocalLinkService(hostId);
    private final RuntimeId guestId = RuntimeId.random();
    private final LocalLinkService guest = new LocalLinkService(guestId);

    LocalLinkServiceTest() {
        host.useDoorbell(new ParkingDoorbell());
        guest.useDoorbell(new ParkingDoorbell());
    }

    @AfterEach
    void close() {
        guest.close();
        host.close();
    }

    @Test
    void areForgottenWhenTheyAreClosedByEitherSide() throws LinkUnavailableException {
        for (int i = 0; i < 3; i++) {
            PendingLink proposed = guest.propose(sessionWith(hostId));
            Link accepted = accept().complete(new byte[0]);
            Link initiated = proposed.complete(new byte[0]);
            assertThat(host.openLinks()).isEqualTo(1);
            assertThat(guest.openLinks()).isEqualTo(1);

            initiated.close();
            accepted.close();
            accepted.close();

            assertThat(host.openLinks()).isZero();
            assertThat(guest.openLinks()).isZero();
        }
    }

    @Test
    void areClosedIfTheyAreCompletedWhenTheirRuntimeHasClosed() throws LinkUnavailableException {
        PendingLink proposed = guest.propose(sessionWith(hostId));
        PendingLink late = accept();
        Link initiated = proposed.complete(new byte[0]);
        host.close();

        assertThatThrownBy(() -> late.complete(new byte[0]))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("this runtime is closing");
        assertThat(host.openLinks()).isZero();
        assertThat(initiated.isOpen()).as("the other end").isFalse();
    }

    private PendingLink accept() throws LinkUnavailableException {
        return host.accept(sessionWith(guestId), new byte[0]);
    }

    private static LinkSession sessionWith(RuntimeId peer) {
        RuntimeCard card =
                new RuntimeCard(peer, "here", "host", 1, "127.0.0.1", 1, Map.of("local", ""));
        return new LinkSession(card, "", new byte[32], new Silent());
    }

    /** Takes no frames. */
    private static final class Silent implements FrameReceiver {

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            landing.discard();
        }

        @Override
        public void onPayload(FrameHeader header) {}

        @Override
        public void onClosed(String reason, Throwable cause) {}
    }
}
