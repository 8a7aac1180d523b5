package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.netty.NettyLinkProvider;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.tcp.TcpLinkProvider;
import org.activeobjects.transport.ucx.UcxHere;
import org.activeobjects.transport.ucx.UcxLinkProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error of the JVM while a frame is taken: what follows cannot be told from what was not. */
@Timeout(60)
class FailingReceiverTest {

    private static final int FRAMES = 3;

    /** Fails at the second frame, and cannot even say why, the first time. */
    private static final class FailingTwice extends FrameRecorder {

        private boolean hasFailed;

        @Override
        public void onHeader(FrameHeader header, Landing landing) {
            if (header.tag() == 1) {
                throw new StackOverflowError() {
                    @Override
                    public String toString() {
                        if (!hasFailed) {
                            hasFailed = true;
                            throw new StackOverflowError("on purpose");
                        }
                        return "the first of two";
                    }
                };
            }
            super.onHeader(header, landing);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {TcpLinkProvider.class, NettyLinkProvider.class})
    void isToldTheNextTimeIfThereIsNoStackForTheReasonEither(Class<? extends LinkProvider> kind)
            throws LinkUnavailableException, ReflectiveOperationException {
        assertThatItIsToldTheNextTime(
                kind.getConstructor().newInstance(), TransportConfig.defaults());
    }

    @Test
    void isToldTheNextTimeByUcxToo() throws LinkUnavailableException {
        UcxHere.assume();
        assertThatItIsToldTheNextTime(
                new UcxLinkProvider(),
                TransportConfig.defaults().withLinks("ucx").withSetting("ucx.tls", "posix,self"));
    }

    private static void assertThatItIsToldTheNextTime(LinkProvider provider, TransportConfig config)
            throws LinkUnavailableException {
        FailingTwice failing = new FailingTwice();
        try (LinkPair pair = LinkPair.open(provider, config, new FrameRecorder(), failing)) {
            for (int i = 0; i < FRAMES; i++) {
                FrameHeader header = new FrameHeader().set(1, 1, 0, 0, 1, 1, i, 0, 0);
                assertThat(pair.near.trySend(header, null, 0, 0)).isTrue();
            }
            pair.near.flush();

            Awaitility.await().until(() -> pollsToTheEnd(pair.far, failing));
        }

        assertThat(failing.frames).hasSize(1);
        assertThat(failing.closings).hasSize(1);
        // Or, where a thread of the link's own has seen it, why it could not be told.
        assertThat(failing.closings.getFirst()).containsAnyOf("the first of two", "on purpose");
    }

    private static boolean pollsToTheEnd(Link link, FrameRecorder recorder) {
        try {
            var _ = link.poll(16);
        } catch (StackOverflowError expected) {
            assertThat(expected).hasMessage("on purpose");
        }
        return !recorder.closings.isEmpty();
    }
}
