package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

@Timeout(60)
class BootstrapServerTest {

    private final List<String> ends = new ArrayList<>();

    /** Notes its end. */
    private final class Noting implements Connection.Conversation {

        @Override
        public void onGreeting(byte[] greeting) {}

        @Override
        public void onFrame(int kind, byte[] body) {}

        @Override
        public void onClosed(String reason) {
            ends.add(reason);
        }

        @Override
        public void onTick(long nowNs) {}
    }

    @Test
    void listensAtThePortThatItIsGivenOrSaysWhyNot() {
        InetAddress here = InetAddress.getLoopbackAddress();
        BootstrapServer server = new BootstrapServer(here, 0);
        int port = server.port();
        try {
            assertThatThrownBy(() -> new BootstrapServer(here, port))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("port=" + port + " reason=")
                    .hasMessageContaining("choose a port that nobody listens at");
        } finally {
            server.close();
        }
        BootstrapServer next = new BootstrapServer(here, port);
        assertThat(next.port()).isEqualTo(port);
        next.close();
    }

    /** Else whoever connects would wait for an answer until his time is over. */
    @Test
    void closesAlsoWhatItHasNotBegunToRead() throws IOException {
        BootstrapServer server = new BootstrapServer(InetAddress.getLoopbackAddress(), 0);
        try (SocketChannel channel = SocketChannel.open();
                SocketChannel late = SocketChannel.open()) {
            Connection connection = new Connection(channel, new Noting());
            server.register(connection);

            server.close();

            assertThat(ends).containsExactly("the transport was closed");
            assertThat(connection.isClosed()).isTrue();
            assertThatThrownBy(() -> server.register(new Connection(late, new Noting())))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the transport is closed");
        }
    }

    @Test
    void logsAFewLinesInASecondOfStrangersHoweverManyThereAre() {
        BootstrapServer server = new BootstrapServer(InetAddress.getLoopbackAddress(), 0);
        long second = 1_000_000_000;
        for (long now : new long[] {Long.MAX_VALUE - 5, Long.MAX_VALUE - 4 + second, 7}) {
            int told = 0;
            for (int stranger = 0; stranger < 1000; stranger++) {
                told += server.mayTell(now + stranger) ? 1 : 0;
            }
            assertThat(told).isEqualTo(10);
        }
        server.close();
    }
}
