package org.activeobjects.transport.tcp;

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

/**
 * Two hosts, each in a network namespace of its own with a cable between them: addresses that are
 * no loopback, and a cable that can be pulled.
 */
@Tag("system")
@Timeout(120)
class TwoHostsSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @TempDir Path folder;

    private final String here = "ao-a-" + ProcessHandle.current().pid();
    private final String there = "ao-b-" + ProcessHandle.current().pid();
    private final String secret = TransportConfig.newSecret();

    @BeforeEach
    void layTheCable() throws Exception {
        assumeTrue(
                Files.isDirectory(SHARED_MEMORY) && isDone("ip", "netns", "add", here),
                "no network namespaces can be made here: ip netns needs iproute2 and root");
        run("ip", "netns", "add", there);
        run(
                "ip", "-n", here, "link", "add", "cable", "type", "veth", "peer", "cable", "netns",
                there);
        setUp(here, "10.251.7.1/24", "fd00:a0::1/64");
        setUp(there, "10.251.7.2/24", "fd00:a0::2/64");
    }

    private static void setUp(String namespace, String four, String six) throws Exception {
        run("ip", "-n", namespace, "addr", "add", four, "dev", "cable");
        isDone("ip", "-n", namespace, "addr", "add", six, "dev", "cable", "nodad");
        run("ip", "-n", namespace, "link", "set", "cable", "up");
    }

    @AfterEach
    void takeAway() throws Exception {
        isDone("ip", "netns", "del", here);
        isDone("ip", "netns", "del", there);
    }

    private static boolean isDone(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    private static void run(String... command) throws InterruptedException {
        assertThat(isDone(command)).as(String.join(" ", command)).isTrue();
    }

    private NodeProcess start(String namespace, String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(HostMain.class.getName());
        command.addAll(List.of(arguments));
        return NodeProcess.startCommand(folder, name, Map.of(HostMain.SECRET, secret), command);
    }

    private void talk(String address, String otherAddress, boolean pullsTheCable) throws Exception {
        // Folders on different file systems: to the runtimes these are different hosts.
        try (NodeProcess echo = start(here, "echo", address, SHARED_MEMORY.toString())) {
            String[] words = echo.awaitLine("listening", PATIENCE).split(" ");
            try (NodeProcess caller =
                    start(
                            there,
                            "caller",
                            otherAddress,
                            folder.toString(),
                            address,
                            words[1],
                            words[2])) {
                assertThat(caller.awaitLine("echoed", PATIENCE)).endsWith("echoed over tcp");
                if (pullsTheCable) {
                    run("ip", "-n", here, "link", "set", "cable", "down");
                    assertThat(caller.awaitLine("ended", PATIENCE)).contains("no sign of life");
                    assertThat(echo.awaitLine("lost", PATIENCE)).contains("no sign of life");
                } else {
                    echo.kill();
                    assertThat(caller.awaitLine("ended", PATIENCE)).contains("peer lost");
                }
            }
        }
    }

    @Test
    void talkOverTheirOwnAddressesUntilOneIsKilled() throws Exception {
        talk("10.251.7.1", "10.251.7.2", false);
    }

    @Test
    void talkOverTheSixthVersion() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/net/if_inet6")), "this host has no IPv6");
        talk("fd00:a0::1", "fd00:a0::2", false);
    }

    @Test
    void loseEachOtherWhenTheCableIsPulled() throws Exception {
        talk("10.251.7.1", "10.251.7.2", true);
    }
}
