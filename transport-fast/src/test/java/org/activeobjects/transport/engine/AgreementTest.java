package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Both sides open a table of handlers, and each uses it as soon as it knows that of the other. */
@Timeout(60)
class AgreementTest {

    private final LoneEngine alone =
            new LoneEngine(
                    TransportConfig.defaults()
                            .withTimeouts(Duration.ofMillis(1), Duration.ofSeconds(5)));
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final RecordingLink link = new RecordingLink();

    @AfterEach
    void close() {
        alone.close();
    }

    @Test
    void thePeerIsToldBeforeAnybodyHereCanUseTheTable() throws InterruptedException {
        ActiveMessages opened =
                engine.tables().open("test", table -> table.onReply(1, "a", _ -> {}));
        peer.attach(link);
        assertThatThrownBy(() -> opened.target(peer.id()))
                .isInstanceOf(TransportTimeoutException.class);
        FrameHeader hello = link.next().header();
        assertThat(hello.kind()).isEqualTo(Wire.TABLE_HELLO);

        AtomicReference<Object> beforeTheAnswer = new AtomicReference<>();
        link.whileSending = () -> beforeTheAnswer.set(targetOrNone(opened));
        byte[] text = "test\n1 reply a".getBytes(StandardCharsets.US_ASCII);
        FrameHeader same = new FrameHeader();
        same.set(Wire.TABLE_HELLO, 0, 0, text.length, 1, 0, 0, 0, hello.word3());
        RecordingLink.feed(peer, same, text);

        assertThat(link.next().header().kind()).isEqualTo(Wire.TABLE_ANSWER);
        assertThat(beforeTheAnswer.get()).isEqualTo("none yet");
        assertThat(opened.target(peer.id())).isNotNull();
    }

    private Object targetOrNone(ActiveMessages opened) {
        try {
            return opened.target(peer.id());
        } catch (TransportTimeoutException e) {
            return "none yet";
        }
    }
}
