package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.fault.NetworkSpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A host with a cable to a router, a bridge to containers, and a name that nobody resolves. */
@Tag("system")
@Timeout(60)
class HostIdentitySystemTest {

    @TempDir Path folder;
    private NetworkSpace host;
    private NetworkSpace router;

    @BeforeEach
    void layTheCable() throws Exception {
        host = new NetworkSpace("host");
        router = new NetworkSpace("router");
        host.connect("cable", router, "port");
        host.setUp("cable", "10.251.8.2/24");
        router.setUp("port", "10.251.8.1/24");
        host.ip("link", "add", "containers", "type", "bridge");
        host.setUp("containers", "172.31.0.1/16");
    }

    @AfterEach
    void takeAway() throws Exception {
        for (NetworkSpace space : new NetworkSpace[] {host, router}) {
            if (space != null) {
                space.close();
            }
        }
    }

    private String run(String... bound) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "unshare",
                                "-u",
                                "sh",
                                "-c",
                                "hostname lonely && exec \"$@\"",
                                "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(HostIdentityMain.class.getName());
        command.addAll(List.of(bound));
        try (NodeProcess node =
                NodeProcess.startCommand(folder, "host", Map.of(), host.running(command))) {
            node.awaitExit(Duration.ofSeconds(40));
            return node.output();
        }
    }

    @Test
    void hasTheNameThatTheKernelTells() {
        assertThat(run()).contains("name=lonely", "DONE");
    }

    @Test
    void isReachedByTheAddressOfItsWayOut() throws Exception {
        host.ip("route", "add", "default", "via", "10.251.8.1");

        assertThat(run("0.0.0.0", "::", "127.0.0.1"))
                .contains("0.0.0.0 is 10.251.8.2", ":: is 10.251.8.2", "127.0.0.1 is 127.0.0.1");
    }

    @Test
    void isReachedByItsFirstCardWhereNoWayLeadsOut() {
        assertThat(run("0.0.0.0")).contains("0.0.0.0 is 10.251.8.2");
    }

    @Test
    void tellsAnAddressOfTheSixthVersionWithoutItsCard() throws Exception {
        assumeTrue(host.addSix("cable", "fd00:a1::2/64"), "this host has no IPv6");

        assertThat(run("::", "fd00:a1::2"))
                .contains(":: is fd00:a1:0:0:0:0:0:2\n", "fd00:a1::2 is fd00:a1:0:0:0:0:0:2\n");
    }
}
