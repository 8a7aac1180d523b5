package org.activeobjects.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.socket.nio.NioChannelOption;

import jdk.net.ExtendedSocketOptions;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** What a connection of this link asks of the operating system. */
class LinkChannelTest {

    /** Gateways forget connections that are silent for minutes, and drop what comes then. */
    @Test
    void isNotSilentForLongerThanAMinute() throws IOException {
        for (LinkChannel channel :
                new LinkChannel[] {
                    new LinkChannel(), new LinkChannel(null, SocketChannel.open())
                }) {
            assertThat(
                            channel.config()
                                    .getOption(
                                            NioChannelOption.of(
                                                    ExtendedSocketOptions.TCP_KEEPIDLE)))
                    .isEqualTo(60);
            channel.unsafe().closeForcibly();
        }
    }
}
