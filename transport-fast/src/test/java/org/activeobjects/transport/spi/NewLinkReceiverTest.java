package org.activeobjects.transport.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class NewLinkReceiverTest {

    private final List<String> told = new ArrayList<>();
    private final NewLinkReceiver receiver =
            new NewLinkReceiver(
                    new FrameReceiver() {
                        @Override
                        public void onHeader(FrameHeader header, Landing landing) {
                            told.add("header");
                        }

                        @Override
                        public void onPayload(FrameHeader header) {
                            told.add("payload");
                        }

                        @Override
                        public void onRoom() {
                            told.add("room");
                        }

                        @Override
                        public void onClosed(String reason, Throwable cause) {
                            told.add("closed: " + reason + ", " + cause);
                        }

                        @Override
                        public void onPeerClosed(String reason) {
                            told.add("peer closed: " + reason);
                        }
                    });

    @Test
    void passesOnWhatComesBeforeTheLinkIsInUse() {
        receiver.onHeader(new FrameHeader(), new Landing());
        receiver.onPayload(new FrameHeader());
        receiver.onRoom();

        assertThat(told).containsExactly("header", "payload", "room");
    }

    @Test
    void tellsNobodyOfTheEndOfALinkThatIsNeverInUse() {
        receiver.onClosed("closed by this side", null);

        assertThat(told).isEmpty();
    }

    @Test
    void tellsOfAnEndOnceTheLinkIsInUse() {
        receiver.onPeerClosed("its process has ended");

        receiver.inUse();

        assertThat(told).containsExactly("peer closed: its process has ended");
    }

    @Test
    void tellsOfTheEndOfALinkInUseAtOnce() {
        receiver.inUse();
        assertThat(told).isEmpty();

        receiver.onClosed("a wrong frame", null);

        assertThat(told).containsExactly("closed: a wrong frame, null");
    }
}
