package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A peer on another host that is cut off, or stands still, without saying so: two JVMs in network
 * name spaces of their own, joined by one cable.
 */
@Tag("system")
@Timeout(120)
class VanishedHostSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HERE = "10.213.77.1";
    private static final String THERE = "10.213.77.2";
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir Path folder;

    private final String name = "ao" + UUID.randomUUID().toString().substring(0, 8);
    private final String near = name + "a";
    private final String far = name + "b";
    private final String secret = TransportConfig.newSecret();
    private NodeProcess survivor;
    private NodeProcess other;

    @BeforeEach
    void lay() throws IOException, InterruptedException {
        boolean isLaid =
                Files.isDirectory(MEMORY)
                        && ip("netns", "add", near)
                        && ip("netns", "add", far)
                        && ip("-n", near, "link", "add", near, "type", "veth", "peer", far)
                        && ip("-n", near, "link", "set", far, "netns", far)
                        && ip("-n", near, "addr", "add", HERE + "/30", "dev", near)
                        && ip("-n", far, "addr", "add", THERE + "/30", "dev", far)
                        && ip("-n", near, "link", "set", near, "up")
                        && ip("-n", far, "link", "set", far, "up");
        assumeTrue(isLaid, "no network name spaces can be made here (ip netns add, as root)");
    }

    private boolean ip(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("ip.log").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (NodeProcess one : new NodeProcess[] {survivor, other}) {
            if (one != null) {
                one.close();
            }
        }
        // The cable goes with its end.
        var _ = ip("netns", "del", near) && ip("netns", "del", far);
    }

    /** In folders on different file systems, the two take each other for different hosts. */
    private NodeProcess start(String space, String address, Path memory, String... peer) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "ip",
                                "netns",
                                "exec",
                                space,
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:-UsePerfData",
                                "-cp",
                                System.getProperty("java.class.path"),
                                OtherHostMain.class.getName(),
                                name,
                                "netty",
                                address,
                                memory.toString()));
        command.addAll(List.of(peer));
        return NodeProcess.startCommand(
                folder, space, Map.of(OtherHostMain.SECRET, secret), command);
    }

    private void connect() {
        survivor = start(near, HERE, MEMORY);
        String line = survivor.awaitLine("PORT ", PATIENCE);
        String port = line.substring(line.indexOf("PORT ") + 5).strip();
        other = start(far, THERE, folder, HERE, port);
        other.awaitLine("CONNECTED", PATIENCE);
        // Twice the time of the heartbeat without a message of its own does not make it lost.
        survivor.awaitLine("STILL THERE", PATIENCE);
    }

    @Test
    void isLostWhenItsCableIsCut() throws InterruptedException {
        connect();
        assertThat(ip("-n", far, "link", "set", far, "down")).isTrue();
        assertThat(survivor.awaitLine("LOST ", PATIENCE))
                .contains("no sign of life", "heartbeatMs=2000", "10.213.77.2");
    }

    @Test
    void isLostWhenItStandsStillForLongerThanTheHeartbeat() throws Exception {
        connect();
        signal("-STOP");
        try {
            assertThat(survivor.awaitLine("LOST ", PATIENCE))
                    .contains("no sign of life", "heartbeatMs=2000");
        } finally {
            signal("-CONT");
        }
        assertThat(other.awaitLine("LOST ", PATIENCE))
                .contains("it has given this runtime up: no sign of life", "heartbeatMs=2000");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        // ip has become the JVM by exec.
        String pid = Long.toString(other.handle().pid());
        assertThat(new ProcessBuilder("kill", signal, pid).start().waitFor()).isZero();
    }
}
