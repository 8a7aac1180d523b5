package org.activeobjects.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The programs of {@code docs/transport.md} run as that page says, from their sources. */
@Tag("system")
@Timeout(120)
class TransportExamplesSystemTest {
    private static final Path PROGRAMS = Path.of("..", "docs", "examples", "transport");
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final String PORT = "port ";

    @TempDir Path folder;

    @Test
    void pingAndPong() {
        try (NodeProcess pong = start("pong", "PingPong", Map.of(), "pong");
                NodeProcess ping = start("ping", "PingPong", Map.of(), "ping", portOf(pong))) {
            ping.awaitLine("ping is done", LONG);
            ping.awaitLine("link ", LONG);
            pong.awaitLine("pong is done", LONG);
            assertThat(List.of(ping.awaitExit(LONG), pong.awaitExit(LONG))).containsOnly(0);
        }
    }

    @Test
    void halvesOfAGridSwapColumns() {
        try (NodeProcess left = start("left", "Halo", Map.of(), "left");
                NodeProcess right = start("right", "Halo", Map.of(), "right", portOf(left))) {
            // What has flowed over the border is no zero, and came through it only.
            assertThat(right.awaitLine("sum ", LONG)).isEqualTo("sum 1311.348");
            assertThat(left.awaitLine("sum ", LONG)).isEqualTo("sum 31968.652");
            assertThat(List.of(left.awaitExit(LONG), right.awaitExit(LONG))).containsOnly(0);
        }
    }

    @Test
    void aStoreAnswersItsUsers() {
        try (NodeProcess server = start("server", "KeyValue", Map.of(), "serve");
                NodeProcess user = start("user", "KeyValue", Map.of(), "use", portOf(server))) {
            user.awaitLine("value 9801", LONG);
            server.awaitLine("served 10000", LONG);
            assertThat(List.of(user.awaitExit(LONG), server.awaitExit(LONG))).containsOnly(0);
        }
    }

    @Test
    void aFileArrivesAsItIs() throws Exception {
        byte[] content = new byte[(20 << 20) + 17];
        new Random(1).nextBytes(content);
        Path source = Files.write(folder.resolve("source"), content);
        Path copy = folder.resolve("copy");
        Map<String, String> secret = secret();
        try (NodeProcess to = start("to", "SendFile", secret, "to", copy.toString());
                NodeProcess from =
                        start("from", "SendFile", secret, "from", source.toString(), portOf(to))) {
            from.awaitLine("written there: " + content.length, LONG);
            assertThat(List.of(from.awaitExit(LONG), to.awaitExit(LONG))).containsOnly(0);
        }
        assertThat(Files.mismatch(source, copy)).isEqualTo(-1);
    }

    @Test
    void anotherSecretIsRefusedWithWhatToDo() throws Exception {
        Path source = Files.write(folder.resolve("source"), new byte[10]);
        String copy = folder.resolve("copy").toString();
        try (NodeProcess to = start("to", "SendFile", secret(), "to", copy);
                NodeProcess from =
                        start(
                                "from",
                                "SendFile",
                                secret(),
                                "from",
                                source.toString(),
                                portOf(to))) {
            from.awaitLine("secrets differ: job=send-file; start both runtimes with", LONG);
            assertThat(from.awaitExit(LONG)).isEqualTo(1);
            assertThat(to.handle().isAlive()).isTrue();
        }
    }

    @Test
    void anotherJobIsRefusedByName() {
        try (NodeProcess pong = start("pong", "PingPong", Map.of(), "pong");
                NodeProcess user = start("user", "KeyValue", Map.of(), "use", portOf(pong))) {
            user.awaitLine("jobs differ: acceptor=ping-pong initiator=key-value", LONG);
            assertThat(user.awaitExit(LONG)).isEqualTo(1);
        }
    }

    private static Map<String, String> secret() {
        return Map.of("SEND_FILE_SECRET", TransportConfig.newSecret());
    }

    private static String portOf(NodeProcess process) {
        return process.awaitLine(PORT, LONG).substring(PORT.length());
    }

    private NodeProcess start(
            String name, String program, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        // Most of its time goes into the compiler of Java, at the start.
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PROGRAMS.resolve(program + ".java").toString()));
        command.addAll(List.of(arguments));
        return NodeProcess.startCommand(folder, name, environment, command);
    }
}
