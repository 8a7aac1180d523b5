package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * What an initiator says on a bootstrap connection. The first byte of an input says how far the
 * conversation has come properly before the rest of the input follows.
 */
class ConversationFuzzTest {

    @TempDir private static Path folder;
    private static TransportConfig config;
    private static LinkedTransport victim;
    private static ServerSocketChannel listener;

    @BeforeAll
    static void open() throws IOException {
        config =
                TransportConfig.defaults()
                        .withJob("fuzz", TransportConfig.newSecret())
                        .withSharedMemory(folder);
        victim = LinkedTransport.open(config);
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
    }

    @AfterAll
    static void close() throws IOException {
        listener.close();
        victim.close();
    }

    @FuzzTest
    void endsInARefusalOrGoesOn(byte[] bytes) throws IOException {
        if (bytes.length < 1) {
            return;
        }
        try (SocketChannel initiator = SocketChannel.open(listener.getLocalAddress());
                SocketChannel channel = listener.accept()) {
            channel.configureBlocking(false);
            Acceptance acceptance = new Acceptance(victim, 1_000_000_000);
            Connection connection = new Connection(channel, acceptance);
            acceptance.connection(connection);
            if ((bytes[0] & 3) > 0) {
                begin(initiator, connection, (bytes[0] & 3) > 1);
                assertThat(connection.isClosed()).isFalse();
            }
            ByteBuffer rest = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
            initiator.configureBlocking(false);
            while (rest.hasRemaining() && !connection.isClosed()) {
                int now = Math.min(rest.remaining(), 1 + (bytes[0] & 0xfc) * 16);
                initiator.write(rest.slice(rest.position(), now));
                rest.position(rest.position() + now);
                connection.onReady(false);
            }
            connection.conversation().onTick(System.nanoTime() + 2_000_000_000);
            assertThat(connection.isClosed()).isTrue();
        }
    }

    /** A greeting, and a proof if wanted, of a runtime that nobody has seen before. */
    private static void begin(SocketChannel initiator, Connection connection, boolean proves)
            throws IOException {
        RuntimeCard card =
                new RuntimeCard(
                        RuntimeId.random(), "h", "k", 9, "127.0.0.1", 5, Map.of("netty", "5"));
        Handshake handshake = new Handshake(true, card, config);
        initiator.write(ByteBuffer.wrap(handshake.greeting()));
        connection.onReady(false);
        ByteBuffer answer = ByteBuffer.allocate(64 * 1024);
        initiator.read(answer);
        handshake.onGreeting(Arrays.copyOf(answer.array(), Handshake.GREETING_LENGTH));
        if (proves) {
            initiator.write(Frames.encode(Frames.PROOF, handshake.proof()));
            connection.onReady(false);
        }
    }
}
