package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A peer on this host that stands still: it is waited for, and those who wait are told. */
@Tag("system")
@Timeout(120)
class StandstillSystemTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HERE = "127.0.0.1";
    private static final List<String> WITH_LOG =
            List.of("-Dorg.apache.logging.log4j.simplelog.level=INFO");

    @TempDir private Path folder;

    private final String secret = TransportConfig.newSecret();

    private NodeProcess start(String name, String... peer) {
        String[] arguments = new String[4 + peer.length];
        arguments[0] = "standstill";
        arguments[1] = "tcp";
        arguments[2] = HERE;
        arguments[3] = folder.toString();
        System.arraycopy(peer, 0, arguments, 4, peer.length);
        Map<String, String> environment = Map.of(OtherHostMain.SECRET, secret);
        return NodeProcess.startJvm(
                folder, name, environment, WITH_LOG, OtherHostMain.class, arguments);
    }

    @Test
    void isToldOfAndGoesOn() throws Exception {
        try (NodeProcess one = start("one")) {
            String port = one.awaitLine("PORT ", PATIENCE).replaceAll(".*PORT ", "").strip();
            try (NodeProcess other = start("other", HERE, port)) {
                one.awaitLine("STILL THERE", PATIENCE);

                signal(other, "-STOP");
                try {
                    String pid = "(pid " + other.handle().pid() + " ";
                    assertThat(one.awaitLine("no sign of life", PATIENCE))
                            .contains("WARN", pid, " heartbeatMs=2000; ", "kill -CONT");
                } finally {
                    signal(other, "-CONT");
                }

                one.awaitLine("gives signs of life again", PATIENCE);
                signal(other, "-KILL");
                assertThat(one.awaitLine("LOST ", PATIENCE)).doesNotContain("no sign of life");
            }
        }
    }

    private static void signal(NodeProcess process, String signal)
            throws IOException, InterruptedException {
        String pid = Long.toString(process.handle().pid());
        assertThat(new ProcessBuilder("kill", signal, pid).start().waitFor()).isZero();
    }
}
