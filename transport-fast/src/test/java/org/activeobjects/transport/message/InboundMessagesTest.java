package org.activeobjects.transport.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The messages of a peer that is lost. */
@Timeout(60)
class InboundMessagesTest {

    private static final RuntimeId PEER = new RuntimeId(2, 2);

    private final Handlers handlers = new Handlers();
    private final CompletableFuture<Long> handled = new CompletableFuture<>();
    private final InboundMessages messages =
            new InboundMessages(PEER, handlers, 1 << 20, handled::complete);

    /**
     * On a thread of a link's own, which moves the links when its handler tests a request, and so
     * finds that the peer is lost.
     */
    @Test
    void endWithinAHandlerOfTheSamePeer() throws Exception {
        handlers.add(1, (_, _, _, _) -> messages.end(true));
        FrameHeader header = new FrameHeader().set(Wire.MESSAGE, 1, 0, 0, 0, 0, 3, 0, 0);

        Thread.ofPlatform().daemon().start(() -> messages.onHeader(header, new Landing()));

        assertThat(handled.get(20, TimeUnit.SECONDS)).isEqualTo(Wire.OVERHEAD);
    }
}
