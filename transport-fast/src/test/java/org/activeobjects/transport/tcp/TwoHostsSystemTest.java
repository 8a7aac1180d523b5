package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.fault.NetworkSpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

    private final String secret = TransportConfig.newSecret();
    private NetworkSpace here;
    private NetworkSpace there;

    @BeforeEach
    void layTheCable() throws Exception {
        assumeTrue(Files.isDirectory(SHARED_MEMORY));
        here = new NetworkSpace("a");
        there = new NetworkSpace("b");
        here.connect("cable", there, "cable");
        here.setUp("cable", "10.251.7.1/24");
        there.setUp("cable", "10.251.7.2/24");
        here.addSix("cable", "fd00:a0::1/64");
        there.addSix("cable", "fd00:a0::2/64");
    }

    @AfterEach
    void takeAway() throws Exception {
        for (NetworkSpace space : new NetworkSpace[] {here, there}) {
            if (space != null) {
                space.close();
            }
        }
    }

    private NodeProcess start(NetworkSpace host, String name, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(HostMain.class.getName());
        command.addAll(List.of(arguments));
        return NodeProcess.startCommand(
                folder, name, Map.of(HostMain.SECRET, secret), host.running(command));
    }

    private void talk(String address, String otherAddress, boolean pullsTheCable) throws Exception {
        talk(address, address, otherAddress, pullsTheCable);
    }

    private void talk(String bound, String address, String otherAddress, boolean pullsTheCable)
            throws Exception {
        // Folders on different file systems: to the runtimes these are different hosts.
        try (NodeProcess echo = start(here, "echo", bound, SHARED_MEMORY.toString())) {
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
                    here.ip("link", "set", "cable", "down");
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
    void talkWhereOneWasReachedThoughItsCardNamesAnAddressThatTheOtherCannotReach()
            throws Exception {
        here.connect("lan", there, "lan");
        there.ip("link", "set", "lan", "up");
        here.setUp("lan", "10.251.8.1/24");
        here.ip("route", "add", "default", "dev", "lan"); // so the card names 10.251.8.1
        talk("0.0.0.0", "10.251.7.1", "10.251.7.2", false);
    }

    @Test
    void loseEachOtherWhenTheCableIsPulled() throws Exception {
        talk("10.251.7.1", "10.251.7.2", true);
    }
}
